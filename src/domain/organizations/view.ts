import type { Organization, OrganizationMember } from '../../contract/organizations.js'
import type { AccountRecord } from '../accounts/record.js'
import type { OrganizationRecord } from './record.js'

export const viewOrganization = ({ id, name, createdAt, deletedAt }: OrganizationRecord): Organization => ({
  id,
  name,
  createdAt,
  deletedAt,
})

export const viewMember = (
  { ownerId, createdAt, members }: OrganizationRecord,
  { id, email }: AccountRecord,
): OrganizationMember => ({
  accountId: id,
  email,
  role: id === ownerId ? 'owner' : 'member',
  addedAt: members.find(({ accountId }) => accountId === id)?.addedAt ?? createdAt,
})
