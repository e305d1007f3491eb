import { type Static, Type } from 'typebox'
import { OrganizationSchema } from '../../contract/organizations.js'

export const OrganizationRecordSchema = Type.Object({
  ...OrganizationSchema.properties,
  ownerId: Type.String(),
  members: Type.Array(Type.Object({ accountId: Type.String(), addedAt: Type.String() }), {
    description: 'In the order of joining, the owner first',
  }),
  isPurged: Type.Boolean({
    description: 'Everything it owned is erased; the record is removed once nothing is left on disk',
  }),
})
export type OrganizationRecord = Static<typeof OrganizationRecordSchema>
