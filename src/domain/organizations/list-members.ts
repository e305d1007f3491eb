import type { OrganizationMember } from '../../contract/organizations.js'
import type { AccountRepository } from '../accounts/ports.js'
import { type FindOrganizationDeps, findMemberOrganization } from './access.js'
import { viewMember } from './view.js'

type ListMembersDeps = FindOrganizationDeps & { readonly accounts: Pick<AccountRepository, 'find'> }

/** The members of an organization, told to each of them. */
export async function listMembers(
  deps: ListMembersDeps,
  accountId: string,
  id: string,
): Promise<OrganizationMember[]> {
  const organization = await findMemberOrganization(deps, accountId, id)
  const accounts = await Promise.all(
    organization.members.map((member) => deps.accounts.find(member.accountId)),
  )
  return accounts.flatMap((account) => (account === undefined ? [] : [viewMember(organization, account)]))
}
