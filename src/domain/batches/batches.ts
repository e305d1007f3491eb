import type { Static } from 'typebox'
import { type Batch, type BatchWithItems, listBatches as operation } from '../../contract/batches.js'
import type { CallerIdentity, CallerInSpace } from '../access.js'
import type { Clock } from '../clock.js'
import { withDefaults } from '../defaults.js'
import { domainError, notFound } from '../errors.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import type { UnitOfWork } from '../unit-of-work.js'
import { type FindBatchDeps, findChangeableBatch, findReadableBatch } from './access.js'
import type { BatchRepository } from './ports.js'
import { cancelUnstarted, completeIfDone, updateBatch } from './transitions.js'
import { viewBatch, viewBatchWithItems } from './view.js'

export const getBatch = async (
  deps: FindBatchDeps,
  caller: CallerIdentity,
  id: string,
): Promise<BatchWithItems> => viewBatchWithItems(await findReadableBatch(deps, caller, id))

const Query = operation.schema.querystring

type ListBatchesDeps = FindOrganizationDeps & {
  readonly batches: Pick<BatchRepository, 'list'>
  readonly clock: Pick<Clock, 'now'>
}
type BatchPage = { batches: Batch[]; total: number; limit: number; offset: number }

/** The batches of the caller's space, newest first; a player sees only their own. */
export async function listBatches(
  { batches, organizations, clock }: ListBatchesDeps,
  { accountId, playerId, orgId }: CallerInSpace,
  query: Static<typeof Query>,
): Promise<BatchPage> {
  await requireSpaceAccess({ organizations }, { accountId, orgId })
  const page = withDefaults(Query, query, ['limit', 'offset'])
  const expiresAfter = clock.now().toISOString()
  const found = await batches.list({ accountId, orgId, playerId, expiresAfter, ...page })
  return { batches: found.batches.map(viewBatch), total: found.total, limit: page.limit, offset: page.offset }
}

type CancelBatchDeps = FindBatchDeps & UnitOfWork

/**
 * Cancels the documents that have not been started. The response says `cancelling` even when none is in flight, as in
 * the contract; the batch then becomes `cancelled` right after.
 */
export async function cancelBatch(deps: CancelBatchDeps, caller: CallerIdentity, id: string): Promise<Batch> {
  await findChangeableBatch(deps, caller, id)
  const now = deps.clock.now().toISOString()
  const state = await updateBatch(deps, id, (current) => {
    // Open in the contract: cancelling twice changes nothing and is not a conflict.
    if (current.batch.status === 'cancelling') return {}
    if (current.batch.status !== 'processing') throw domainError('batchFinished')
    return cancelUnstarted(current, now)
  })
  if (state === undefined) throw notFound('Batch')
  await updateBatch(deps, id, (current) => completeIfDone(current, {}, now))
  return viewBatch(state)
}
