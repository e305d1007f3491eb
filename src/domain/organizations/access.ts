import type { Caller } from '../access.js'
import { domainError, notFound } from '../errors.js'
import type { OrganizationRepository } from './ports.js'
import type { OrganizationRecord } from './record.js'

export type FindOrganizationDeps = { readonly organizations: Pick<OrganizationRepository, 'find'> }

/** A deleted organization has no active members, its owner included. */
export const isActiveMember = (organization: OrganizationRecord | undefined, accountId: string): boolean =>
  organization?.deletedAt === null && isMember(organization, accountId)

/** One answer, so that nobody learns which organizations there are (docs/rest.md, Players and organizations). */
export const notActiveMember = () => domainError('notActiveMember')

/** The space that is acted in, `X-Org-Id` or the personal one, must be open to the caller. */
export async function requireSpaceAccess(
  { organizations }: FindOrganizationDeps,
  { accountId, orgId }: Pick<Caller, 'accountId' | 'orgId'>,
): Promise<void> {
  if (orgId === null) return
  if (!isActiveMember(await organizations.find(orgId), accountId)) throw notActiveMember()
}

type OwnedResource = { readonly account_id: string; readonly org_id: string | null }

/** What an account made for itself is its own; what it made for an organization is every active member's. */
export async function canAccess(
  { organizations }: FindOrganizationDeps,
  accountId: string,
  { account_id, org_id }: OwnedResource,
): Promise<boolean> {
  if (org_id === null) return account_id === accountId
  return isActiveMember(await organizations.find(org_id), accountId)
}

/** An organization that the account is a member of, active or not; any other does not exist for it. */
export async function findMemberOrganization(
  { organizations }: FindOrganizationDeps,
  accountId: string,
  id: string,
): Promise<OrganizationRecord> {
  const organization = await organizations.find(id)
  if (organization === undefined || !isMember(organization, accountId)) throw organizationNotFound()
  return organization
}

/** An organization that the account owns. */
export async function findOwnedOrganization(
  deps: FindOrganizationDeps,
  accountId: string,
  id: string,
): Promise<OrganizationRecord> {
  const organization = await findMemberOrganization(deps, accountId, id)
  if (organization.ownerId !== accountId) throw domainError('ownerOnly')
  return organization
}

/** A deleted organization stays as it is until it is purged. */
export function requireNotDeleted(organization: OrganizationRecord): void {
  if (organization.deletedAt !== null) throw domainError('organizationDeleted')
}

export const organizationNotFound = () => notFound('Organization')

export const isMember = ({ members }: OrganizationRecord, accountId: string): boolean =>
  members.some((member) => member.accountId === accountId)
