import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import { DomainError, notFound } from '../errors.js'
import { canAccess, type FindOrganizationDeps } from '../organizations/access.js'
import type { BatchRepository, BatchWithDocuments } from './ports.js'

export type FindBatchDeps = FindOrganizationDeps & {
  readonly batches: Pick<BatchRepository, 'find'>
  readonly clock: Pick<Clock, 'now'>
}

/** A batch that the caller may see. Others, and those older than 30 days, do not exist for it. */
export async function findReadableBatch(
  deps: FindBatchDeps,
  caller: CallerIdentity,
  id: string,
): Promise<BatchWithDocuments> {
  const state = await findAccessibleBatch(deps, caller, id)
  if (!matchesPlayer(state, caller)) throw notFound('Batch')
  return state
}

/** As `findReadableBatch`, to change it: a player changes what is theirs alone. */
export async function findChangeableBatch(
  deps: FindBatchDeps,
  caller: CallerIdentity,
  id: string,
): Promise<BatchWithDocuments> {
  const state = await findAccessibleBatch(deps, caller, id)
  if (!matchesPlayer(state, caller)) throw new DomainError('forbidden', 'Batch belongs to someone else')
  return state
}

async function findAccessibleBatch(
  deps: FindBatchDeps,
  { accountId }: CallerIdentity,
  id: string,
): Promise<BatchWithDocuments> {
  const state = await deps.batches.find(id)
  const isThere = state !== undefined && state.batch.expiresAt > deps.clock.now().toISOString()
  if (!isThere || !(await canAccess(deps, accountId, state.batch))) throw notFound('Batch')
  return state
}

const matchesPlayer = ({ batch }: BatchWithDocuments, { playerId }: CallerIdentity): boolean =>
  playerId === null || batch.player_id === playerId

/** The configuration turns off whatever creates a batch: 503 (docs/rest.md, Errors). */
export function requireBatchesEnabled({ areBatchesEnabled }: { readonly areBatchesEnabled: boolean }): void {
  if (areBatchesEnabled) return
  throw new DomainError('unavailable', 'Batch creation is temporarily disabled')
}
