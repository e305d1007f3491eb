import type { Caller } from '../access.js'
import { domainError, notFound } from '../errors.js'
import type { OrganizationRepository } from './ports.js'
import type { OrganizationRecord } from './record.js'

export type FindOrganizationDeps = { readonly organizations: Pick<OrganizationRepository, 'find'> }

/** Whether the account may act for the organization; nobody may for a deleted one, not even its owner. */
export const isActiveMember = (organization: OrganizationRecord | undefined, accountId: string): boolean =>
  organization?.deletedAt === null && isMember(organization, accountId)

/** The same error for all, so that it does not reveal which organizations exist (docs/rest.md, Players and organizations). */
export const notActiveMember = () => domainError('notActiveMember')

/** Throws unless the caller has access to the space of the request: `X-Org-Id` or the personal one. */
export async function requireSpaceAccess(
  { organizations }: FindOrganizationDeps,
  { accountId, orgId }: Pick<Caller, 'accountId' | 'orgId'>,
): Promise<void> {
  if (orgId === null) return
  if (!isActiveMember(await organizations.find(orgId), accountId)) throw notActiveMember()
}

/** Reads the organization of a resource, if it is in one. */
export const organizationKey = ({ org_id }: Pick<OwnedResource, 'org_id'>) =>
  ({ kind: 'organizations', ids: org_id === null ? [] : [org_id] }) as const

/** Throws when the organization of the resource is gone or being purged: `found` is what `organizationKey` reads. */
export function requireOrganization(
  { org_id }: Pick<OwnedResource, 'org_id'>,
  [found]: readonly OrganizationRecord[],
): void {
  if (org_id !== null && found?.isPurged !== false) throw notActiveMember()
}

type OwnedResource = { readonly account_id: string; readonly org_id: string | null }

/** A resource in a personal space belongs to its account, one in an organization to all active members. */
export async function canAccess(
  { organizations }: FindOrganizationDeps,
  accountId: string,
  { account_id, org_id }: OwnedResource,
): Promise<boolean> {
  if (org_id === null) return account_id === accountId
  return isActiveMember(await organizations.find(org_id), accountId)
}

/** An organization that the account is a member of, deleted or not; any other one is `not_found`. */
export async function findMemberOrganization(
  { organizations }: FindOrganizationDeps,
  accountId: string,
  id: string,
): Promise<OrganizationRecord> {
  const organization = await organizations.find(id)
  if (organization === undefined || !isMember(organization, accountId)) throw organizationNotFound()
  return organization
}

/** An organization that the account owns; `forbidden` for other members. */
export async function findOwnedOrganization(
  deps: FindOrganizationDeps,
  accountId: string,
  id: string,
): Promise<OrganizationRecord> {
  const organization = await findMemberOrganization(deps, accountId, id)
  if (organization.ownerId !== accountId) throw domainError('ownerOnly')
  return organization
}

/** A deleted organization cannot be changed. */
export function requireNotDeleted(organization: OrganizationRecord): void {
  if (organization.deletedAt !== null) throw domainError('organizationDeleted')
}

export const organizationNotFound = () => notFound('Organization')

export const isMember = ({ members }: OrganizationRecord, accountId: string): boolean =>
  members.some((member) => member.accountId === accountId)
