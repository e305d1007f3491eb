import type { Organization } from '../../contract/organizations.js'
import type { Clock } from '../clock.js'
import type { Ids } from '../random.js'
import type { OrganizationRepository } from './ports.js'
import { viewOrganization } from './view.js'

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
