import type { FileHash, FileStore } from '../files/ports.js'
import { decodePassages } from './passage-file.js'
import type { Passage } from './ports.js'
import { withoutOverlap } from './split-passages.js'

/** Whole texts of documents, cut by pages. */
export interface TextCache {
  /** In order, without what passages repeat of each other; undefined when the file is gone. */
  read(file: FileHash): Promise<readonly Passage[] | undefined>
  clear(): void
}

type TextCacheSettings = { readonly files: Pick<FileStore, 'open'>; readonly budgetBytes?: number }

/** A bank that is given whole has about 200 kB. */
const MAX_CACHE_BYTES = 32 * 2 ** 20
const BYTES_PER_CHARACTER = 2
/** Of a passage beside its text. */
const BYTES_PER_PASSAGE = 100

type Entry = { readonly text: Promise<readonly Passage[] | undefined>; bytes: number }

/** Reads texts and keeps those that were used last, up to a budget. A file never changes, so they are never stale. */
export function createTextCache({ files, budgetBytes = MAX_CACHE_BYTES }: TextCacheSettings): TextCache {
  // In the order of their last use.
  const entries = new Map<FileHash, Entry>()
  let total = 0

  const drop = (file: FileHash) => {
    total -= entries.get(file)?.bytes ?? 0
    entries.delete(file)
  }
  const begin = (file: FileHash): Entry => ({ text: readFullText(files, file), bytes: 0 })
  const keep = (file: FileHash, entry: Entry) => {
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
      const entry = entries.get(file) ?? begin(file)
      keep(file, entry)
      const isKept = () => entries.get(file) === entry
      try {
        const text = await entry.text
        if (text === undefined && isKept()) drop(file)
        else if (text !== undefined && entry.bytes === 0 && isKept()) measure(entry, text)
        return text
      } catch (error) {
        // The next to ask tries again.
        if (isKept()) drop(file)
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
  let before = ''
  for await (const passage of decodePassages(bytes)) {
    passages.push({ ...passage, text: withoutOverlap(before, passage.text) })
    before = passage.text
  }
  return passages
}

const sizeOf = (text: readonly Passage[]): number =>
  text.reduce((sum, passage) => sum + passage.text.length * BYTES_PER_CHARACTER + BYTES_PER_PASSAGE, 0)
