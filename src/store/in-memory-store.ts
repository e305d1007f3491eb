import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { createCodecs } from './codec.js'
import { composeStore } from './compose.js'
import { createDatabase, emptyData } from './database.js'
import { createFolderBlobs } from './files/folder-blobs.js'
import { createInMemoryInFlightReads } from './in-flight-reads.js'
import { KINDS } from './kinds.js'
import type { Store } from './store.js'
import type { Data } from './writing.js'

type InMemoryStoreSettings = {
  /** Absent: a temporary folder of its own, made when the first file comes and removed when the store is closed. */
  readonly filesFolder?: string
}

/** The same tables on an adapter that keeps nothing. */
export function createInMemoryStore({ filesFolder }: InMemoryStoreSettings = {}): Store {
  const codecs = createCodecs(KINDS)
  const forget = {
    read: async () => null,
    write: async (written: Data) => {
      written.pending.length = 0
    },
  }
  let temporary: Promise<string> | undefined
  const temporaryFolder = () => {
    temporary ??= mkdtemp(join(tmpdir(), 'parley-files-'))
    return temporary
  }

  const incoming = filesFolder === undefined ? temporaryFolder : async () => filesFolder
  const { store } = composeStore({
    database: createDatabase(new Low(forget, emptyData(codecs)), codecs),
    readings: createInMemoryInFlightReads(),
    blobs: createFolderBlobs({ files: incoming, trash: null }),
    incoming,
    trash: null,
    headerKeysFolder: null,
    status: () => 'ok',
    health: () => ({
      status: 'ok',
      failure: null,
      journalBytes: 0,
      isCompacting: false,
      writes: { count: 0, meanMs: 0, p99Ms: 0, maxMs: 0 },
    }),
    compactNow: async () => {},
    async release() {
      if (temporary !== undefined) await rm(await temporary, { recursive: true, force: true })
    },
  })
  return store
}
