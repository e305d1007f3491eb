import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Id, StoredRecord } from '../../../src/store/kind.js'
import type { Store } from '../../../src/store/store.js'
import { openTestStore } from './store-folder.js'

/** All that a store remembers, by kind and id, whatever the order; without empty kinds and the number of its start. */
export type StoreState = Readonly<Record<string, Readonly<Record<Id, StoredRecord>>>>

export const stateOf = (store: Pick<Store, 'checkpoint'>): StoreState =>
  Object.fromEntries(
    [...store.checkpoint()]
      .map(([kind, { records }]) => [kind, withoutStarts(kind, records)] as const)
      .filter(([, records]) => Object.keys(records).length > 0),
  )

const withoutStarts = (kind: string, records: ReadonlyMap<Id, StoredRecord>) =>
  Object.fromEntries([...records].filter(([id]) => !(kind === 'counters' && id === 'starts')))

/** What the next start of the folder would remember. The folder is opened and closed for it. */
export async function stateAfterReopen(folder: string): Promise<StoreState> {
  const store = await openTestStore(folder)
  const state = stateOf(store)
  await store.close()
  return state
}

/** Every file in the folder with the SHA-256 of its content. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  // Tests do this thousands of times with small files, for which a thread is many times as much work as the reading.
  const hashed = paths.sort().map((path) => {
    const hash = createHash('sha256').update(readFileSync(path))
    return [path.slice(folder.length + 1), hash.digest('hex')] as const
  })
  return Object.fromEntries(hashed)
}

/** The paths of the journal's segments, oldest first. */
export async function segmentsOf(folder: string): Promise<string[]> {
  const records = join(folder, 'store')
  const names = (await readdir(records)).filter((name) => name.startsWith('journal-'))
  return names.sort().map((name) => join(records, name))
}

/** Where the file's last line begins. */
export const lastLineOf = (bytes: Buffer): number => bytes.lastIndexOf('\n', bytes.length - 2) + 1

/** Every name in the folder, and the folder itself, with its time of change and the bytes of what is a file. */
export async function listingOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true })
  const listed = ['', ...names].sort().map(async (name) => {
    const path = join(folder, name)
    const { mtimeNs, size, mode } = await lstat(path, { bigint: true })
    return [name, `${mtimeNs} ${size} ${mode}`] as const
  })
  return { ...Object.fromEntries(await Promise.all(listed)), ...(await contentsOf(folder)) }
}
