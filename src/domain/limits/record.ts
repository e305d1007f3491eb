import { type Static, Type } from 'typebox'

const Milliseconds = () => Type.Integer({ description: 'since 1970, UTC' })

/** One amount taken; it goes when none of its windows holds it any more. */
export const QuotaUsageRecordSchema = Type.Object({
  id: Type.Integer(),
  key: Type.String(),
  at: Milliseconds(),
  amount: Type.Integer({ minimum: 1 }),
  /** When the last of its windows has moved past it. */
  until: Milliseconds(),
})
export type QuotaUsageRecord = Static<typeof QuotaUsageRecordSchema>
