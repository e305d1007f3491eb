import { type Static, Type } from 'typebox'
import { OrganizationSchema } from '../../contract/organizations.js'

export const OrganizationRecordSchema = Type.Object({
  ...OrganizationSchema.properties,
  ownerId: Type.String(),
  members: Type.Array(Type.Object({ accountId: Type.String(), addedAt: Type.String() }), {
    description: 'In the order they came, the owner first',
  }),
  isPurged: Type.Boolean({ description: 'All it owned is gone; it goes, too, when nothing is left on disk' }),
})
export type OrganizationRecord = Static<typeof OrganizationRecordSchema>
