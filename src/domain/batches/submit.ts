import type { SubmitBatch } from '../../contract/batch-requests.js'
import type { Batch } from '../../contract/batches.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import { type FindSourcesDeps, findSources, refuseFor } from '../documents/attach.js'
import { DocumentsGone } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import { claimBatchCharacters, claimBatchSubmit } from '../limits/claims.js'
import type { RoomDeps } from '../limits/reserve-room.js'
import { withRoom } from '../limits/with-room.js'
import { type FindOrganizationDeps, requireSpace } from '../organizations/access.js'
import { requireEnabled } from './enabled.js'
import { newBatchId, ownerOf } from './new-batch.js'
import { type PlanItemDeps, planItem } from './plan-item.js'
import type { BatchState } from './ports.js'
import { type StoreBatchDeps, storeBatch } from './store-batch.js'
import { viewBatch } from './view.js'

export type SubmitBatchDeps = FindOrganizationDeps &
  FindSourcesDeps &
  PlanItemDeps &
  StoreBatchDeps &
  RoomDeps & {
    readonly limits: Pick<Limits, 'batchCharactersPerDay' | 'batchSubmitsPerHour' | 'runningBatches'>
    readonly areBatchesEnabled: boolean
  }
export type Submitting = Pick<Caller, 'accountId' | 'orgId' | 'playerId'>

/** Creates all characters of a batch at once, and leaves their documents to be fetched. The body was checked. */
export async function submitBatch(
  deps: SubmitBatchDeps,
  caller: Submitting,
  { requests }: SubmitBatch,
): Promise<Batch> {
  requireEnabled(deps)
  await requireSpace(deps, caller)
  const sources = await sourcesOf(deps, caller, requests)
  const claims = [
    claimBatchCharacters(deps.limits, caller.accountId, requests.length),
    claimBatchSubmit(deps.limits, caller.accountId),
  ]
  return viewBatch(await withRoom(deps, claims, () => create(deps, { owner: caller, requests, sources })))
}

/** For each item the documents to attach. One that cannot be attached refuses the whole batch (docs/rest.md, Errors). */
export async function sourcesOf(
  deps: FindSourcesDeps,
  caller: Submitting,
  requests: SubmitBatch['requests'],
): Promise<DocumentRecord[][]> {
  const found = []
  for (const { customId, document_ids } of requests) {
    found.push(await findSources(deps, caller, { ids: document_ids, customId }))
  }
  refuseFor(found.flatMap(({ problems }) => problems))
  return found.map(({ sources }) => sources)
}

type Creating = {
  readonly owner: Submitting
  readonly requests: SubmitBatch['requests']
  readonly sources: readonly DocumentRecord[][]
}

async function create(deps: SubmitBatchDeps, creating: Creating): Promise<BatchState> {
  const now = deps.clock.now()
  const batchId = newBatchId(deps.ids)
  const plans = creating.requests.map((request, index) =>
    planItem(deps, {
      request,
      index,
      batchId,
      now: now.toISOString(),
      owner: creating.owner,
      sources: creating.sources[index] ?? [],
    }),
  )
  const attached = plans.map((plan) => plan.attached)
  try {
    return await storeBatch(deps, {
      batchId,
      now,
      owner: ownerOf(creating.owner),
      items: plans.map(({ item }) => item),
      characters: plans.flatMap(({ characters }) => characters),
      planned: plans.flatMap(({ fetched }) => fetched),
      attached: {
        documents: attached.flatMap(({ documents }) => documents),
        sources: attached.flatMap(({ sources }) => sources),
      },
    })
  } catch (error) {
    if (!(error instanceof DocumentsGone)) throw error
    return create(deps, withoutGone(creating, error.ids))
  }
}

const withoutGone = (creating: Creating, gone: readonly string[]): Creating => ({
  ...creating,
  sources: creating.sources.map((sources) => sources.filter(({ id }) => !gone.includes(id))),
})
