import { type DocumentRecord, isBeingIngested } from '../domain/documents/record.js'
import type { IngestionQueue } from '../domain/knowledge/ports.js'
import type { Database } from './database.js'
import { downloadKey } from './knowledge-tables.js'
import type { Tables } from './tables.js'

type QueueDeps = { readonly database: Database; readonly tables: Pick<Tables, 'documents'> }

export function createIngestionQueue({ database, tables: { documents } }: QueueDeps): IngestionQueue {
  const { waiting, downloads } = documents

  const next = (): DocumentRecord | undefined => {
    for (const batchId of waiting.nextGroups()) {
      const free = waiting.slice(batchId).find((document) => downloads.count(downloadKey(document)) === 0)
      if (free === undefined) continue
      waiting.moveToBack(batchId)
      return free
    }
    return undefined
  }

  return {
    claim: (start) =>
      database.decide(() => {
        const document = next()
        if (document === undefined) return { result: undefined }
        const started = start(document)
        return { changes: [documents.put(started)], result: started }
      }),
    async depths() {
      const queued = waiting.nextGroups().reduce((sum, batchId) => sum + waiting.count(batchId), 0)
      return { queued, running: [...documents.records.values()].filter(isBeingIngested).length }
    },
  }
}
