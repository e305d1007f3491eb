import { DAY_MS } from '../../contract/durations.js'
import { PURGE_AFTER_DAYS, type PurgeOrganization } from '../../contract/organizations.js'
import type { Caller } from '../access.js'
import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import { findOwnedOrganization, organizationNotFound } from './access.js'
import type { OrganizationRepository } from './ports.js'
import type { OrganizationRecord } from './record.js'

type PurgeOrganizationDeps = {
  readonly organizations: Pick<OrganizationRepository, 'find' | 'purge'>
  readonly clock: Pick<Clock, 'now'>
}
type Purge = { readonly id: string; readonly input: PurgeOrganization }

/**
 * Erases a deleted organization and everything that it owned, irreversibly.
 * Open in the contract: even a forced purge requires the deletion first, so that one mistake destroys nothing.
 */
export async function purgeOrganization(
  { organizations, clock }: PurgeOrganizationDeps,
  caller: Pick<Caller, 'accountId' | 'isStaff'>,
  { id, input }: Purge,
): Promise<{ purged: true; id: string }> {
  const organization = await findPurgeable({ organizations }, caller, id)
  requireIntent(input, id)
  requireDue(organization, { now: clock.now(), force: input.force ?? false })
  await organizations.purge(id)
  return { purged: true, id }
}

async function findPurgeable(
  deps: Pick<PurgeOrganizationDeps, 'organizations'>,
  { accountId, isStaff }: Pick<Caller, 'accountId' | 'isStaff'>,
  id: string,
): Promise<OrganizationRecord> {
  if (!isStaff) return findOwnedOrganization(deps, accountId, id)
  const organization = await deps.organizations.find(id)
  if (organization === undefined) throw organizationNotFound()
  return organization
}

function requireIntent({ confirmOrgId, force, reason }: PurgeOrganization, id: string): void {
  if (confirmOrgId !== id) throw unprocessable('confirmOrgId', 'Input should be the id in the path')
  if (force === true && !reason?.trim()) throw unprocessable('reason', 'A forced purge needs a reason')
}

function requireDue(
  { deletedAt }: OrganizationRecord,
  { now, force }: { readonly now: Date; readonly force: boolean },
): void {
  if (deletedAt === null) throw domainError('organizationNotDeleted')
  const due = Date.parse(deletedAt) + PURGE_AFTER_DAYS * DAY_MS
  if (force || now.getTime() >= due) return
  throw domainError('purgeTooEarly', new Date(due))
}

const unprocessable = (field: string, msg: string) =>
  domainError('invalidFields', [{ loc: ['body', field], msg, type: 'value_error' }])
