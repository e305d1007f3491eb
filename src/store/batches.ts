import { insertBatch } from '../domain/batches/insert-batch.js'
import type { BatchRepository, BatchWithDocuments } from '../domain/batches/ports.js'
import { type BatchRecord, isBatchRunning } from '../domain/batches/record.js'
import type { UnitOfWork } from '../domain/unit-of-work.js'
import type { Database } from './database.js'
import { ownerKey } from './owner-key.js'
import type { Tables } from './tables.js'

type BatchDeps = UnitOfWork & {
  readonly database: Database
  readonly tables: Pick<Tables, 'batches' | 'documents'>
}

export function createBatchRepository({ database, tables, transact }: BatchDeps): BatchRepository {
  const { batches, documents } = tables
  const stateOf = (batch: BatchRecord): BatchWithDocuments => ({
    batch,
    documents: documents.byBatch.slice(batch.id),
  })

  return {
    create: (creation) => insertBatch({ transact }, creation),
    async find(id) {
      const batch = batches.get(id)
      return batch && stateOf(batch)
    },
    async list({ accountId, orgId, playerId, expiresAfter, limit, offset }) {
      const owned = batches.byOwner.slice(ownerKey({ account_id: accountId, org_id: orgId })).reverse()
      const matching = owned.filter(
        ({ expiresAt, player_id }) =>
          expiresAt > expiresAfter && (playerId === null || player_id === playerId),
      )
      return { batches: matching.slice(offset, offset + limit).map(stateOf), total: matching.length }
    },
    listRunning: async () => batches.running.slice('').map(({ id }) => id),
    removeExpired: (now) =>
      database.decide(() => {
        const expired = [...batches.records.values()].filter(
          (batch) => batch.expiresAt <= now && !isBatchRunning(batch),
        )
        const ids = expired.map(({ id }) => id)
        return { changes: ids.length === 0 ? undefined : [batches.remove(ids)], result: undefined }
      }),
  }
}
