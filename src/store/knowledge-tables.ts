import { type BatchRecord, isBatchRunning } from '../domain/batches/record.js'
import { type DocumentRecord, isBeingIngested } from '../domain/documents/record.js'
import type { Database } from './database.js'
import type { FileReferences } from './files/references.js'
import type { HeaderKeys } from './header-keys.js'
import { batchKind, documentKind } from './kinds.js'
import { ownerKey } from './owner-key.js'
import { createRoundRobinIndex } from './round-robin-index.js'
import { createSortedIndex } from './sorted-index.js'

type DocumentTableDeps = {
  readonly database: Database
  readonly references: FileReferences
  readonly headerKeys: HeaderKeys
}

export function documentTable({ database, references, headerKeys }: DocumentTableDeps) {
  const byCharacter = createSortedIndex({
    groupOf: ({ agentId }: DocumentRecord) => agentId,
    keyOf: (document) => `${document.createdAt} ${placeOf(document)}`,
  })
  const byBatch = createSortedIndex({ groupOf: ({ batchId }) => batchId ?? undefined, keyOf: placeOf })
  const waiting = createRoundRobinIndex<DocumentRecord>({
    groupOf: ({ status, batchId }) => (status === 'queued' ? (batchId ?? undefined) : undefined),
    // What may have killed the server before comes after everything else of its batch.
    keyOf: (document) => `${inOrder(document.attempts)} ${placeOf(document)}`,
  })
  const downloads = createSortedIndex<DocumentRecord>({
    groupOf: (document) => (isBeingIngested(document) ? downloadKey(document) : undefined),
    keyOf: ({ id }) => id,
  })
  const indexes = [byCharacter, byBatch, waiting, downloads, headerKeys.index]
  const table = database.table(documentKind, [...indexes, references.indexOf(documentKind)])
  return { ...table, byCharacter, byBatch, waiting, downloads }
}

export function batchTable(database: Database) {
  const keyOf = ({ createdAt }: BatchRecord) => createdAt
  const byOwner = createSortedIndex({ groupOf: ownerKey, keyOf })
  const running = createSortedIndex({ groupOf: (batch) => (isBatchRunning(batch) ? '' : undefined), keyOf })
  const blocking = createSortedIndex({
    groupOf: (batch) => (isBatchRunning(batch) && !batch.isSingle ? ownerKey(batch) : undefined),
    keyOf,
  })
  return { ...database.table(batchKind, [byOwner, running, blocking]), byOwner, running, blocking }
}

const placeOf = ({ itemIndex, position }: DocumentRecord): string =>
  `${inOrder(itemIndex)} ${inOrder(position)}`
/** So that texts sort as their numbers do. */
const inOrder = (number: number): string => String(number).padStart(6, '0')

/** Who downloads the same thing. */
export const downloadKey = ({ batchId, url }: Pick<DocumentRecord, 'batchId' | 'url'>): string =>
  `${batchId} ${url}`
