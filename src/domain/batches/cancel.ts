import type { Batch } from '../../contract/batches.js'
import type { Caller } from '../access.js'
import { domainError, notFound } from '../errors.js'
import { type FindBatchDeps, findChangeableBatch } from './access.js'
import type { BatchRepository } from './ports.js'
import { cancelUnstarted, completeIfDone } from './transitions.js'
import { viewBatch } from './view.js'

type CancelBatchDeps = FindBatchDeps & { readonly batches: Pick<BatchRepository, 'find' | 'update'> }

/**
 * Stops what has not been started. The answer says `cancelling` even when nothing is in flight, as the contract has it;
 * then the batch is `cancelled` right after.
 */
export async function cancelBatch(
  deps: CancelBatchDeps,
  caller: Pick<Caller, 'accountId' | 'playerId'>,
  id: string,
): Promise<Batch> {
  await findChangeableBatch(deps, caller, id)
  const now = deps.clock.now().toISOString()
  const state = await deps.batches.update(id, (current) => {
    // Open in the contract: cancelling once more changes nothing, and is no conflict.
    if (current.batch.status === 'cancelling') return {}
    if (current.batch.status !== 'processing') throw domainError('batchFinished')
    return cancelUnstarted(current, now)
  })
  if (state === undefined) throw notFound('Batch')
  await deps.batches.update(id, (current) => completeIfDone(current, {}, now))
  return viewBatch(state)
}
