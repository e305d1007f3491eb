import type { OrganizationMember } from '../../contract/organizations.js'
import { type EnsureAccountDeps, ensureAccount } from '../accounts/ensure-account.js'
import { findOwnedOrganization, isMember, organizationNotFound, requireNotDeleted } from './access.js'
import type { OrganizationRepository } from './ports.js'
import type { OrganizationRecord } from './record.js'
import { viewMember } from './view.js'

type AddMemberDeps = EnsureAccountDeps & {
  readonly organizations: Pick<OrganizationRepository, 'find' | 'update'>
}
type Invitation = { readonly ownerId: string; readonly orgId: string; readonly email: string }

/** Makes the account of an e-mail address a member. Who is one already stays one since then. */
export async function addMember(
  deps: AddMemberDeps,
  { ownerId, orgId, email }: Invitation,
): Promise<OrganizationMember> {
  requireNotDeleted(await findOwnedOrganization(deps, ownerId, orgId))
  const account = await ensureAccount(deps, { email })
  const addedAt = deps.clock.now().toISOString()
  const organization = await deps.organizations.update(orgId, (current) =>
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
