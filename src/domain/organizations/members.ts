import type { OrganizationMember } from '../../contract/organizations.js'
import { type EnsureAccountDeps, ensureAccount } from '../accounts/accounts.js'
import type { AccountRepository } from '../accounts/ports.js'
import type { AccountRecord } from '../accounts/record.js'
import { domainError, notFound } from '../errors.js'
import { type UnitOfWork, updateRecord } from '../unit-of-work.js'
import {
  type FindOrganizationDeps,
  findMemberOrganization,
  findOwnedOrganization,
  isMember,
  organizationNotFound,
  requireNotDeleted,
} from './access.js'
import type { OrganizationRepository } from './ports.js'
import type { OrganizationRecord } from './record.js'

type ListMembersDeps = FindOrganizationDeps & { readonly accounts: Pick<AccountRepository, 'findMany'> }

/** The members of an organization, for any of its members. */
export async function listMembers(
  deps: ListMembersDeps,
  accountId: string,
  id: string,
): Promise<OrganizationMember[]> {
  const organization = await findMemberOrganization(deps, accountId, id)
  const accounts = await deps.accounts.findMany(organization.members.map(({ accountId }) => accountId))
  return accounts.map((account) => viewMember(organization, account))
}

type AddMemberDeps = EnsureAccountDeps &
  UnitOfWork & {
    readonly organizations: Pick<OrganizationRepository, 'find'>
  }
type Invitation = { readonly ownerId: string; readonly orgId: string; readonly email: string }

/** Makes the account of an e-mail address a member; an existing membership is unchanged. */
export async function addMember(
  deps: AddMemberDeps,
  { ownerId, orgId, email }: Invitation,
): Promise<OrganizationMember> {
  requireNotDeleted(await findOwnedOrganization(deps, ownerId, orgId))
  const account = await ensureAccount(deps, { email })
  const addedAt = deps.clock.now().toISOString()
  const organization = await updateRecord(deps, { kind: 'organizations', id: orgId }, (current) =>
    withMember(current, { accountId: account.id, addedAt }),
  )
  if (organization === undefined) throw organizationNotFound()
  return viewMember(organization, account)
}

function withMember(
  organization: OrganizationRecord,
  member: OrganizationRecord['members'][number],
): OrganizationRecord {
  requireNotDeleted(organization)
  if (isMember(organization, member.accountId)) return organization
  return { ...organization, members: [...organization.members, member] }
}

type RemoveMemberDeps = UnitOfWork & { readonly organizations: Pick<OrganizationRepository, 'find'> }
type Removal = { readonly ownerId: string; readonly orgId: string; readonly accountId: string }

/** Ends a membership at once. The organization keeps what the member created. The owner cannot be removed. */
export async function removeMember(
  deps: RemoveMemberDeps,
  { ownerId, orgId, accountId }: Removal,
): Promise<void> {
  await findOwnedOrganization(deps, ownerId, orgId)
  if (accountId === ownerId) throw domainError('ownerCannotLeave')

  const organization = await updateRecord(deps, { kind: 'organizations', id: orgId }, (current) =>
    withoutMember(current, accountId),
  )
  if (organization === undefined) throw organizationNotFound()
}

function withoutMember(organization: OrganizationRecord, accountId: string): OrganizationRecord {
  requireNotDeleted(organization)
  if (!isMember(organization, accountId)) throw notFound('Member')
  return {
    ...organization,
    members: organization.members.filter((member) => member.accountId !== accountId),
  }
}

const viewMember = (
  { ownerId, createdAt, members }: OrganizationRecord,
  { id, email }: AccountRecord,
): OrganizationMember => ({
  accountId: id,
  email,
  role: id === ownerId ? 'owner' : 'member',
  addedAt: members.find(({ accountId }) => accountId === id)?.addedAt ?? createdAt,
})
