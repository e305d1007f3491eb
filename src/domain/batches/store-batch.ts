import { BATCH_RETENTION_DAYS } from '../../contract/batches.js'
import type { DocumentInput } from '../../contract/documents.js'
import { DAY_MS } from '../../contract/durations.js'
import type { Limits } from '../../contract/limits.js'
import type { CallerInSpace } from '../access.js'
import type { CharacterRecord } from '../characters/record.js'
import { type DocumentOwnership, newDocument } from '../documents/new-document.js'
import type { Attachments, HeaderEncryption } from '../documents/ports.js'
import { type DocumentRecord, isUnfinishedDocument } from '../documents/record.js'
import type { Ids } from '../random.js'
import type { BatchRepository, BatchWithDocuments } from './ports.js'
import type { BatchItemRecord, BatchRecord } from './record.js'

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

/** Stores a batch with its characters and documents, as one atomic change. */
export const storeBatch = (deps: StoreBatchDeps, plan: BatchPlan): Promise<BatchWithDocuments> =>
  withEncryptedHeaders(deps, { toFetch: plan.toFetch, now: plan.now.toISOString() }, async (fetched) => {
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

export const newBatchId = (ids: Ids): string => `cb_${ids.uuid().replaceAll('-', '')}`

/** The owner of a batch. */
type BatchOwner = Pick<BatchRecord, 'account_id' | 'org_id' | 'player_id'>

type NewBatch = {
  readonly id: string
  readonly now: Date
  readonly owner: BatchOwner
  readonly items: readonly BatchItemRecord[]
  readonly documents: readonly DocumentRecord[]
  readonly isSingle: boolean
  readonly retryOf: string | null
}

/** A batch that is running if it has documents to download, and completed otherwise (docs/rest.md, Batches). */
function newBatch({ now, owner, items, documents, ...rest }: NewBatch): BatchRecord {
  const createdAt = now.toISOString()
  const isRunning = documents.some(isUnfinishedDocument)
  return {
    ...rest,
    ...owner,
    status: isRunning ? 'processing' : 'completed',
    createdAt,
    completedAt: isRunning ? null : createdAt,
    expiresAt: new Date(now.getTime() + BATCH_RETENTION_DAYS * DAY_MS).toISOString(),
    items: [...items],
  }
}

export const ownerOf = ({ accountId, orgId, playerId }: CallerInSpace) => ({
  account_id: accountId,
  org_id: orgId,
  player_id: playerId,
})

/** A document to download. */
export type DocumentToFetch = {
  readonly ownership: DocumentOwnership
  readonly input: Pick<DocumentInput, 'url' | 'name' | 'headers'>
}

type EncryptHeadersDeps = { readonly headers: HeaderEncryption; readonly ids: Ids }

/**
 * Creates the documents with encrypted headers and passes them to `store`; when that fails, deletes their keys.
 */
async function withEncryptedHeaders<T>(
  deps: EncryptHeadersDeps,
  { toFetch, now }: { readonly toFetch: readonly DocumentToFetch[]; readonly now: string },
  store: (documents: DocumentRecord[]) => Promise<T>,
): Promise<T> {
  const encrypted: string[] = []
  try {
    const variantOf = createHeaderVariants()
    const documents: DocumentRecord[] = []
    for (const { ownership, input } of toFetch) {
      const id = deps.ids.uuid()
      const headers = await encryptHeaders(deps, id, input)
      if (headers !== null) encrypted.push(headers)
      documents.push(newDocument({ id, now, ownership, input, headers, variant: variantOf(input) }))
    }
    return await store(documents)
  } catch (error) {
    await deps.headers.deleteKeys(encrypted)
    throw error
  }
}

const encryptHeaders = async (
  { headers }: Pick<EncryptHeadersDeps, 'headers'>,
  id: string,
  { headers: given = {} }: DocumentToFetch['input'],
): Promise<string | null> => (Object.keys(given).length === 0 ? null : headers.encrypt(id, given))

/** Numbers the different header sets of each URL. */
function createHeaderVariants(): (input: DocumentToFetch['input']) => number {
  const known = new Map<string, string[]>()
  return ({ url, headers = {} }) => {
    const text = JSON.stringify(Object.entries(headers).sort())
    const texts = known.get(url) ?? []
    known.set(url, texts)
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
}
