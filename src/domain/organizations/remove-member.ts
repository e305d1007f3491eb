import { domainError, notFound } from '../errors.js'
import { findOwnedOrganization, isMember, organizationNotFound, requireNotDeleted } from './access.js'
import type { OrganizationRepository } from './ports.js'
import type { OrganizationRecord } from './record.js'

type RemoveMemberDeps = { readonly organizations: Pick<OrganizationRepository, 'find' | 'update'> }
type Dismissal = { readonly ownerId: string; readonly orgId: string; readonly accountId: string }

/** Ends a membership at once. What the member created stays the organization's; its owner cannot leave it. */
export async function removeMember(
  deps: RemoveMemberDeps,
  { ownerId, orgId, accountId }: Dismissal,
): Promise<void> {
  await findOwnedOrganization(deps, ownerId, orgId)
  if (accountId === ownerId) throw domainError('ownerCannotLeave')

  const organization = await deps.organizations.update(orgId, (current) => withoutMember(current, accountId))
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
