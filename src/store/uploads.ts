import type { UploadRepository } from '../domain/uploads/ports.js'
import type { Database } from './database.js'
import type { Tables } from './tables.js'

type UploadDeps = { readonly database: Database; readonly tables: Pick<Tables, 'uploads'> }

export const createUploadRepository = ({ database, tables: { uploads } }: UploadDeps): UploadRepository => ({
  async put(record) {
    await database.commit([uploads.put(record)])
  },
  find: async (id) => uploads.get(id),
  removeExpired: (now) =>
    database.decide(() => {
      // There are few: what a person sends within an hour.
      const gone = [...uploads.records.values()].filter(({ expires_at }) => expires_at <= now)
      const ids = gone.map(({ id }) => id)
      return { changes: ids.length === 0 ? undefined : [uploads.remove(ids)], result: undefined }
    }),
})
