import { BATCH_RETENTION_DAYS } from '../../contract/batches.js'
import { DAY_MS } from '../../contract/durations.js'
import type { Caller } from '../access.js'
import { type DocumentRecord, isUnfinishedDocument } from '../documents/record.js'
import type { Ids } from '../random.js'
import type { BatchItemRecord, BatchRecord } from './record.js'

export const newBatchId = (ids: Ids): string => `cb_${ids.uuid().replaceAll('-', '')}`

/** Whose a batch is. */
export type BatchOwner = Pick<BatchRecord, 'account_id' | 'org_id' | 'player_id'>

type NewBatch = {
  readonly id: string
  readonly now: Date
  readonly owner: BatchOwner
  readonly items: readonly BatchItemRecord[]
  readonly documents: readonly DocumentRecord[]
  readonly isSingle: boolean
  readonly retryOf: string | null
}

/** A batch that runs when there is something to fetch, and is completed otherwise (docs/rest.md, Batches). */
export function newBatch({ now, owner, items, documents, ...rest }: NewBatch): BatchRecord {
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

export const ownerOf = ({
  accountId,
  orgId,
  playerId,
}: Pick<Caller, 'accountId' | 'orgId' | 'playerId'>) => ({
  account_id: accountId,
  org_id: orgId,
  player_id: playerId,
})
