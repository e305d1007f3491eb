import type { SubmitBatch } from '../../contract/batch-requests.js'
import type { Batch } from '../../contract/batches.js'
import type { Limits } from '../../contract/limits.js'
import type { CallerInSpace } from '../access.js'
import { type FindSourcesDeps, findSources, throwAttachmentProblems } from '../documents/attach.js'
import { SourceDocumentsDeleted } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import { batchCharactersQuota, batchSubmitQuota } from '../limits/quotas.js'
import { type ReserveQuotaDeps, withQuota } from '../limits/reserve-quota.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import { requireBatchesEnabled } from './access.js'
import { type PlanItemDeps, planItem } from './plan-item.js'
import type { BatchWithDocuments } from './ports.js'
import { newBatchId, ownerOf, type StoreBatchDeps, storeBatch } from './store-batch.js'
import { viewBatch } from './view.js'

export type SubmitBatchDeps = FindOrganizationDeps &
  FindSourcesDeps &
  PlanItemDeps &
  StoreBatchDeps &
  ReserveQuotaDeps & {
    readonly limits: Pick<Limits, 'batchCharactersPerDay' | 'batchSubmitsPerHour' | 'runningBatches'>
    readonly areBatchesEnabled: boolean
  }

/** Creates all characters of a batch at once; their documents are downloaded later. The body must be validated. */
export async function submitBatch(
  deps: SubmitBatchDeps,
  caller: CallerInSpace,
  { requests }: SubmitBatch,
): Promise<Batch> {
  requireBatchesEnabled(deps)
  await requireSpaceAccess(deps, caller)
  const sources = await requireItemSources(deps, caller, requests)
  const quotas = [
    batchCharactersQuota(deps.limits, caller.accountId, requests.length),
    batchSubmitQuota(deps.limits, caller.accountId),
  ]
  return viewBatch(
    await withQuota(deps, quotas, () => createBatch(deps, { owner: caller, requests, sources })),
  )
}

/** The documents to attach, for each item. One that cannot be attached refuses the whole batch (docs/rest.md, Errors). */
export async function requireItemSources(
  deps: FindSourcesDeps,
  caller: CallerInSpace,
  requests: SubmitBatch['requests'],
): Promise<DocumentRecord[][]> {
  const found = []
  for (const { customId, document_ids } of requests) {
    found.push(await findSources(deps, caller, { ids: document_ids, customId }))
  }
  throwAttachmentProblems(found.flatMap(({ problems }) => problems))
  return found.map(({ sources }) => sources)
}

type SubmitPlan = {
  readonly owner: CallerInSpace
  readonly requests: SubmitBatch['requests']
  readonly sources: readonly DocumentRecord[][]
}

async function createBatch(deps: SubmitBatchDeps, plan: SubmitPlan): Promise<BatchWithDocuments> {
  const now = deps.clock.now()
  const batchId = newBatchId(deps.ids)
  const items = plan.requests.map((request, index) =>
    planItem(deps, {
      request,
      index,
      batchId,
      now: now.toISOString(),
      owner: plan.owner,
      sources: plan.sources[index] ?? [],
    }),
  )
  const attached = items.map((item) => item.attached)
  try {
    return await storeBatch(deps, {
      batchId,
      now,
      owner: ownerOf(plan.owner),
      items: items.map(({ item }) => item),
      characters: items.flatMap(({ characters }) => characters),
      toFetch: items.flatMap(({ toFetch }) => toFetch),
      attached: {
        documents: attached.flatMap(({ documents }) => documents),
        sources: attached.flatMap(({ sources }) => sources),
      },
    })
  } catch (error) {
    if (!(error instanceof SourceDocumentsDeleted)) throw error
    return createBatch(deps, withoutDeletedSources(plan, error.ids))
  }
}

const withoutDeletedSources = (plan: SubmitPlan, deleted: readonly string[]): SubmitPlan => ({
  ...plan,
  sources: plan.sources.map((sources) => sources.filter(({ id }) => !deleted.includes(id))),
})
