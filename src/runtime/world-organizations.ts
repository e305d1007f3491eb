import { type EnsureAccountDeps, ensureAccount } from '../domain/accounts/ensure-account.js'
import { isActiveMember } from '../domain/organizations/access.js'
import { addMember } from '../domain/organizations/add-member.js'
import { createOrganization } from '../domain/organizations/create.js'
import type { OrganizationStore } from '../domain/organizations/ports.js'
import { uuidOf } from './chance.js'
import { FIRST_ACCOUNT } from './seed.js'
import { StartError } from './start-error.js'
import type { WorldOrganization } from './world-schema.js'

type OrganizationDeps = EnsureAccountDeps & { readonly organizations: OrganizationStore }

/** Puts an organization in place with its members, unless it is there. */
export async function seedOrganization(
  deps: OrganizationDeps,
  { key, name, owner = FIRST_ACCOUNT, members = [] }: WorldOrganization,
): Promise<void> {
  const orgId = idOf(key)
  if ((await deps.organizations.find(orgId)) !== undefined) return

  const { id: ownerId } = await ensureAccount(deps, { email: owner })
  await createOrganization({ ...deps, ids: { uuid: () => orgId } }, { name, ownerId })
  for (const email of members) await addMember(deps, { ownerId, orgId, email })
}

/** The id of the organization with this key, in which the account may create. */
export async function joinedId(
  { organizations }: Pick<OrganizationDeps, 'organizations'>,
  key: string,
  accountId: string,
): Promise<string> {
  const id = idOf(key)
  if (isActiveMember(await organizations.find(id), accountId)) return id
  throw new StartError(
    `The world has a character in the organization ${key}, of which its account is no active member.`,
    'Name the organization and its members in the world, or purge it first.',
  )
}

const idOf = (key: string): string => uuidOf(`organization/${key}`)
