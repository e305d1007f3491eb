import type { Organization } from '../../contract/organizations.js'
import type { Clock } from '../clock.js'
import { findOwnedOrganization, organizationNotFound } from './access.js'
import type { OrganizationRepository } from './ports.js'
import { viewOrganization } from './view.js'

type DeleteOrganizationDeps = {
  readonly organizations: Pick<OrganizationRepository, 'find' | 'update'>
  readonly clock: Pick<Clock, 'now'>
}

/** Deletes an organization softly. Deleting it again does not start its 30 days anew. */
export async function deleteOrganization(
  { organizations, clock }: DeleteOrganizationDeps,
  accountId: string,
  id: string,
): Promise<Organization> {
  await findOwnedOrganization({ organizations }, accountId, id)
  const now = clock.now().toISOString()
  const deleted = await organizations.update(id, (current) => ({
    ...current,
    deletedAt: current.deletedAt ?? now,
  }))
  if (deleted === undefined) throw organizationNotFound()
  return viewOrganization(deleted)
}
