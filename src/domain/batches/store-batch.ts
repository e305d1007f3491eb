import type { Limits } from '../../contract/limits.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Attachments } from '../documents/ports.js'
import { type BatchOwner, newBatch } from './new-batch.js'
import { type DocumentToFetch, type EncryptHeadersDeps, withEncryptedHeaders } from './plan-documents.js'
import type { BatchRepository, BatchWithDocuments } from './ports.js'
import type { BatchItemRecord } from './record.js'

export type StoreBatchDeps = EncryptHeadersDeps & {
  readonly batches: Pick<BatchRepository, 'create'>
  readonly limits: Pick<Limits, 'runningBatches'>
}

type BatchPlan = {
  readonly batchId: string
  readonly now: Date
  readonly owner: BatchOwner
  readonly items: readonly BatchItemRecord[]
  readonly characters: readonly CharacterRecord[]
  readonly toFetch: readonly DocumentToFetch[]
  readonly attached: Attachments
  readonly isSingle?: boolean
  readonly retryOf?: string
}

/** Stores a batch with all that comes with it, as one atomic change. */
export const storeBatch = (deps: StoreBatchDeps, plan: BatchPlan): Promise<BatchWithDocuments> =>
  withEncryptedHeaders(deps, { planned: plan.toFetch, now: plan.now.toISOString() }, async (fetched) => {
    const { batchId: id, now, owner, items, characters, attached, isSingle = false, retryOf = null } = plan
    const documents = [...fetched, ...attached.documents]
    const batch = newBatch({ id, now, owner, items, documents, isSingle, retryOf })
    const { runningBatches } = deps.limits
    await deps.batches.create({
      batch,
      characters,
      documents,
      sources: attached.sources,
      maxRunningBatches: runningBatches,
    })
    return { batch, documents }
  })
