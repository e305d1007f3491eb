import { type Static, Type } from 'typebox'

const Milliseconds = () => Type.Integer({ description: 'since 1970, UTC' })

/** A consumed amount; removed once none of its windows covers it. */
export const QuotaUsageRecordSchema = Type.Object({
  id: Type.Integer(),
  key: Type.String(),
  at: Milliseconds(),
  amount: Type.Integer({ minimum: 1 }),
  /** When the last of its windows moves past it. */
  until: Milliseconds(),
})
export type QuotaUsageRecord = Static<typeof QuotaUsageRecordSchema>
