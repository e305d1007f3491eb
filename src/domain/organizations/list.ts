import type { Organization } from '../../contract/organizations.js'
import type { OrganizationRepository } from './ports.js'
import { viewOrganization } from './view.js'

type ListOrganizationsDeps = { readonly organizations: Pick<OrganizationRepository, 'list'> }

/** The organizations of an account, newest first; its own also while they are deleted, for they may be purged. */
export async function listOrganizations(
  { organizations }: ListOrganizationsDeps,
  accountId: string,
): Promise<Organization[]> {
  const joined = await organizations.list(accountId)
  return joined
    .filter(({ deletedAt, ownerId, isPurged }) => deletedAt === null || (ownerId === accountId && !isPurged))
    .map(viewOrganization)
}

/** Those that the account may act for. */
export async function listActiveOrganizations(
  { organizations }: ListOrganizationsDeps,
  accountId: string,
): Promise<Organization[]> {
  const joined = await organizations.list(accountId)
  return joined.filter(({ deletedAt }) => deletedAt === null).map(viewOrganization)
}
