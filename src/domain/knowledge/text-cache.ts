import type { FileHash, FileStore } from '../files/ports.js'
import { decodePassages } from './passage-file.js'
import type { Passage } from './ports.js'
import { withoutOverlap } from './split-passages.js'

/** Full texts of documents, as passages. */
export interface TextCache {
  /** The passages in order, without overlaps; undefined when the file is gone. */
  read(file: FileHash): Promise<readonly Passage[] | undefined>
  clear(): void
}

type TextCacheSettings = { readonly files: Pick<FileStore, 'open'>; readonly budgetBytes?: number }

/** The full text of one character's documents has at most about 200 kB. */
const MAX_CACHE_BYTES = 32 * 2 ** 20
const BYTES_PER_CHARACTER = 2
/** Of a passage, besides its text. */
const BYTES_PER_PASSAGE = 100

type Entry = { readonly text: Promise<readonly Passage[] | undefined>; bytes: number }

/** An LRU cache with a budget in bytes. A file never changes, so an entry is never stale. */
export function createTextCache({ files, budgetBytes = MAX_CACHE_BYTES }: TextCacheSettings): TextCache {
  // In the order of last use.
  const entries = new Map<FileHash, Entry>()
  let total = 0

  const drop = (file: FileHash) => {
    total -= entries.get(file)?.bytes ?? 0
    entries.delete(file)
  }
  const load = (file: FileHash): Entry => ({ text: readFullText(files, file), bytes: 0 })
  const touch = (file: FileHash, entry: Entry) => {
    entries.delete(file)
    entries.set(file, entry)
  }
  const measure = (entry: Entry, text: readonly Passage[]) => {
    total += sizeOf(text) - entry.bytes
    entry.bytes = sizeOf(text)
    for (const oldest of entries.keys()) {
      if (total <= budgetBytes) return
      drop(oldest)
    }
  }

  return {
    read: async (file) => {
      const entry = entries.get(file) ?? load(file)
      touch(file, entry)
      const isCached = () => entries.get(file) === entry
      try {
        const text = await entry.text
        if (text === undefined && isCached()) drop(file)
        else if (text !== undefined && entry.bytes === 0 && isCached()) measure(entry, text)
        return text
      } catch (error) {
        // The next read tries again.
        if (isCached()) drop(file)
        throw error
      }
    },
    clear: () => {
      entries.clear()
      total = 0
    },
  }
}

async function readFullText(
  files: Pick<FileStore, 'open'>,
  file: FileHash,
): Promise<readonly Passage[] | undefined> {
  const bytes = await files.open(file)
  if (bytes === undefined) return undefined
  const passages: Passage[] = []
  let previous = ''
  for await (const passage of decodePassages(bytes)) {
    passages.push({ ...passage, text: withoutOverlap(previous, passage.text) })
    previous = passage.text
  }
  return passages
}

const sizeOf = (text: readonly Passage[]): number =>
  text.reduce((sum, passage) => sum + passage.text.length * BYTES_PER_CHARACTER + BYTES_PER_PASSAGE, 0)
