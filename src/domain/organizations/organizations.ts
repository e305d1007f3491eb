import type { Organization } from '../../contract/organizations.js'
import type { Clock } from '../clock.js'
import type { Ids } from '../random.js'
import { type UnitOfWork, updateRecord } from '../unit-of-work.js'
import { findOwnedOrganization, organizationNotFound } from './access.js'
import type { OrganizationRepository } from './ports.js'
import type { OrganizationRecord } from './record.js'

type CreateOrganizationDeps = {
  readonly organizations: Pick<OrganizationRepository, 'insert'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/** Creates an organization whose owner is its first member. */
export async function createOrganization(
  { organizations, clock, ids }: CreateOrganizationDeps,
  { name, ownerId }: { readonly name: string; readonly ownerId: string },
): Promise<Organization> {
  const createdAt = clock.now().toISOString()
  const record = {
    id: ids.uuid(),
    name,
    createdAt,
    deletedAt: null,
    ownerId,
    members: [{ accountId: ownerId, addedAt: createdAt }],
    isPurged: false,
  }
  await organizations.insert(record)
  return viewOrganization(record)
}

type ListOrganizationsDeps = { readonly organizations: Pick<OrganizationRepository, 'list'> }

/** The organizations of an account, newest first; includes its own deleted ones, which it may purge. */
export async function listOrganizations(
  { organizations }: ListOrganizationsDeps,
  accountId: string,
): Promise<Organization[]> {
  const joined = await organizations.list(accountId)
  return joined
    .filter(({ deletedAt, ownerId, isPurged }) => deletedAt === null || (ownerId === accountId && !isPurged))
    .map(viewOrganization)
}

/** The organizations that the account may act for. */
export async function listActiveOrganizations(
  { organizations }: ListOrganizationsDeps,
  accountId: string,
): Promise<Organization[]> {
  const joined = await organizations.list(accountId)
  return joined.filter(({ deletedAt }) => deletedAt === null).map(viewOrganization)
}

type DeleteOrganizationDeps = UnitOfWork & {
  readonly organizations: Pick<OrganizationRepository, 'find'>
  readonly clock: Pick<Clock, 'now'>
}

/** Soft-deletes an organization. Deleting it again does not restart its 30 days. */
export async function deleteOrganization(
  { organizations, transact, clock }: DeleteOrganizationDeps,
  accountId: string,
  id: string,
): Promise<Organization> {
  await findOwnedOrganization({ organizations }, accountId, id)
  const now = clock.now().toISOString()
  const deleted = await updateRecord({ transact }, { kind: 'organizations', id }, (current) => ({
    ...current,
    deletedAt: current.deletedAt ?? now,
  }))
  if (deleted === undefined) throw organizationNotFound()
  return viewOrganization(deleted)
}

const viewOrganization = ({ id, name, createdAt, deletedAt }: OrganizationRecord): Organization => ({
  id,
  name,
  createdAt,
  deletedAt,
})
