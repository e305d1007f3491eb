import { type EnsureAccountDeps, ensureAccount } from '../../domain/accounts/accounts.js'
import { isActiveMember, isMember } from '../../domain/organizations/access.js'
import { addMember } from '../../domain/organizations/members.js'
import { createOrganization } from '../../domain/organizations/organizations.js'
import type { OrganizationRepository } from '../../domain/organizations/ports.js'
import type { OrganizationRecord } from '../../domain/organizations/record.js'
import type { UnitOfWork } from '../../domain/unit-of-work.js'
import { StartError } from '../process/start-error.js'
import { FIRST_ACCOUNT } from './first-account.js'
import { differingFields, type OnKeptRecord, reportKeptRecord } from './seed-differences.js'
import { worldOrganizationId } from './world-ids.js'
import type { WorldOrganization } from './world-schema.js'

type OrganizationDeps = EnsureAccountDeps & UnitOfWork & { readonly organizations: OrganizationRepository }

/** Creates an organization with its members unless it exists. */
export async function seedOrganization(
  deps: OrganizationDeps & { readonly onKept: OnKeptRecord },
  { key, name, owner = FIRST_ACCOUNT, members = [] }: WorldOrganization,
): Promise<void> {
  const orgId = worldOrganizationId(key)
  const known = await deps.organizations.find(orgId)
  if (known !== undefined) {
    const fields = await differingOrganizationFields(deps, known, { name, owner, members })
    return reportKeptRecord(deps.onKept, { kind: 'organization', name: key, fields })
  }
  const { id: ownerId } = await ensureAccount(deps, { email: owner })
  await createOrganization({ ...deps, ids: { uuid: () => orgId } }, { name, ownerId })
  for (const email of members) await addMember(deps, { ownerId, orgId, email })
}

type WantedOrganization = Required<Pick<WorldOrganization, 'name' | 'owner' | 'members'>>

/** Members who were added since do not count as a difference. */
async function differingOrganizationFields(
  { accounts }: Pick<OrganizationDeps, 'accounts'>,
  known: OrganizationRecord,
  { name, owner, members }: WantedOrganization,
): Promise<string[]> {
  const find = async (email: string) => (await accounts.findByEmail(email.toLowerCase()))?.id ?? null
  const found = await Promise.all(members.map(find))
  const hasAllMembers = found.every((id) => id !== null && isMember(known, id))
  return differingFields(
    { name: known.name, owner: known.ownerId, members: hasAllMembers, deletedAt: known.deletedAt },
    { name, owner: await find(owner), members: true, deletedAt: null },
  )
}

/** Returns the id of the organization with this key. Throws a StartError when the account is not an active member. */
export async function requireMemberOrganization(
  { organizations }: Pick<OrganizationDeps, 'organizations'>,
  key: string,
  accountId: string,
): Promise<string> {
  const id = worldOrganizationId(key)
  if (isActiveMember(await organizations.find(id), accountId)) return id
  throw new StartError(
    `The world has a character in the organization ${key}, but its account is not an active member of it.`,
    'Name the organization and its members in the world, or purge it first.',
  )
}
