import {
  type BatchCreation,
  type BatchRepository,
  type BatchWithDocuments,
  batchAlreadyRunning,
} from '../domain/batches/ports.js'
import { type BatchRecord, isBatchRunning } from '../domain/batches/record.js'
import { notFound } from '../domain/errors.js'
import { requireOrganization } from './characters.js'
import type { Database } from './database.js'
import { documentAddition } from './documents.js'
import { ownerKey } from './owner-key.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

type BatchTables = Pick<Tables, 'batches' | 'documents' | 'characters' | 'organizations'>
type BatchDeps = { readonly database: Database; readonly tables: BatchTables }

export function createBatchRepository({ database, tables }: BatchDeps): BatchRepository {
  const { batches, documents } = tables
  const stateOf = (batch: BatchRecord): BatchWithDocuments => ({
    batch,
    documents: documents.byBatch.slice(batch.id),
  })

  return {
    async create(creation) {
      await database.commit(creationChanges(tables, creation))
    },
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
    async removeExpired(now) {
      const expired = [...batches.records.values()].filter(
        (batch) => batch.expiresAt <= now && !isBatchRunning(batch),
      )
      if (expired.length > 0) await database.commit([batches.remove(expired.map(({ id }) => id))])
    },
  }
}

/** Checked in the same turn as it is committed, so that nobody comes between. */
function creationChanges(
  tables: BatchTables,
  { batch, characters, maxRunningBatches: runningBatches, ...attachments }: BatchCreation,
): Change[] {
  const running = tables.batches.blocking.slice(ownerKey(batch))
  const isOneTooMany = running.length >= runningBatches && isBatchRunning(batch) && !batch.isSingle
  if (isOneTooMany && running[0] !== undefined) throw batchAlreadyRunning(running[0].id)

  if (batch.org_id !== null) requireOrganization(tables, batch.org_id)
  const created = new Set(characters.map(({ id }) => id))
  for (const { agentId } of attachments.documents) {
    if (!created.has(agentId) && tables.characters.get(agentId) === undefined) throw notFound('Character')
  }
  return [
    ...characters.map((character) => tables.characters.put(character)),
    ...documentAddition(tables, attachments),
    tables.batches.put(batch),
  ]
}
