import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import { domainError, notFound } from '../errors.js'
import { canAccess, type FindOrganizationDeps } from '../organizations/access.js'
import type { BatchRepository, BatchWithDocuments } from './ports.js'

export type FindBatchDeps = FindOrganizationDeps & {
  readonly batches: Pick<BatchRepository, 'find'>
  readonly clock: Pick<Clock, 'now'>
}

/** A batch that the caller may read; any other one, and one older than 30 days, is `not_found`. */
export async function findReadableBatch(
  deps: FindBatchDeps,
  caller: CallerIdentity,
  id: string,
): Promise<BatchWithDocuments> {
  const state = await findAccessibleBatch(deps, caller, id)
  if (!matchesPlayer(state, caller)) throw notFound('Batch')
  return state
}

/** As `findReadableBatch`, for a change: a player may change only their own batches. */
export async function findChangeableBatch(
  deps: FindBatchDeps,
  caller: CallerIdentity,
  id: string,
): Promise<BatchWithDocuments> {
  const state = await findAccessibleBatch(deps, caller, id)
  if (!matchesPlayer(state, caller)) throw domainError('batchOfAnother')
  return state
}

async function findAccessibleBatch(
  deps: FindBatchDeps,
  { accountId }: CallerIdentity,
  id: string,
): Promise<BatchWithDocuments> {
  const state = await deps.batches.find(id)
  const exists = state !== undefined && state.batch.expiresAt > deps.clock.now().toISOString()
  if (!exists || !(await canAccess(deps, accountId, state.batch))) throw notFound('Batch')
  return state
}

const matchesPlayer = ({ batch }: BatchWithDocuments, { playerId }: CallerIdentity): boolean =>
  playerId === null || batch.player_id === playerId

/** Throws when the configuration disables the creation of batches: 503 (docs/rest.md, Errors). */
export function requireBatchesEnabled({ areBatchesEnabled }: { readonly areBatchesEnabled: boolean }): void {
  if (areBatchesEnabled) return
  throw domainError('batchesDisabled')
}
