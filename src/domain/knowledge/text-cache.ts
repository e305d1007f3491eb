import type { FileHash, FileStore } from '../files/ports.js'
import { decodePassages } from './passage-file.js'
import type { Passage } from './ports.js'
import { withoutOverlap } from './split-passages.js'

/** The texts of documents, as passages. An index keeps no text, so a search reads what it found here. */
export interface TextCache {
  /** The passages in order; undefined when the file is gone. */
  passages(file: FileHash): Promise<readonly Passage[] | undefined>
  /** The same without what a passage repeats of the one before. */
  fullText(file: FileHash): Promise<readonly Passage[] | undefined>
  clear(): void
}

type TextCacheSettings = { readonly files: Pick<FileStore, 'open'>; readonly budgetBytes?: number }

/** The text of a document has at most some MB; that of a character whose prompts hold all of it, about 200 kB. */
const MAX_CACHE_BYTES = 64 * 2 ** 20
const BYTES_PER_CHARACTER = 2
/** Of a passage, besides its text. */
const BYTES_PER_PASSAGE = 100

type Text = { readonly passages: readonly Passage[]; fullText: readonly Passage[] | undefined }
type Entry = { readonly text: Promise<Text | undefined>; bytes: number }

/** An LRU cache with a budget in bytes. A file never changes, so an entry is never stale. */
export function createTextCache({ files, budgetBytes = MAX_CACHE_BYTES }: TextCacheSettings): TextCache {
  // In the order of last use.
  const entries = new Map<FileHash, Entry>()
  let total = 0

  const drop = (file: FileHash) => {
    total -= entries.get(file)?.bytes ?? 0
    entries.delete(file)
  }
  const load = (file: FileHash): Entry => ({ text: readText(files, file), bytes: 0 })
  const touch = (file: FileHash, entry: Entry) => {
    entries.delete(file)
    entries.set(file, entry)
  }
  const measure = (entry: Entry, { passages }: Text) => {
    entry.bytes = sizeOf(passages)
    total += entry.bytes
    for (const oldest of entries.keys()) {
      if (total <= budgetBytes) return
      drop(oldest)
    }
  }
  const read = async (file: FileHash): Promise<Text | undefined> => {
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
  }

  return {
    passages: async (file) => (await read(file))?.passages,
    fullText: async (file) => {
      const text = await read(file)
      if (text === undefined) return undefined
      text.fullText ??= withoutOverlaps(text.passages)
      return text.fullText
    },
    clear: () => {
      entries.clear()
      total = 0
    },
  }
}

async function readText(files: Pick<FileStore, 'open'>, file: FileHash): Promise<Text | undefined> {
  const bytes = await files.open(file)
  if (bytes === undefined) return undefined
  const passages: Passage[] = []
  for await (const passage of decodePassages(bytes)) passages.push(passage)
  return { passages, fullText: undefined }
}

const withoutOverlaps = (passages: readonly Passage[]): Passage[] =>
  passages.map((passage, at) => ({
    ...passage,
    text: withoutOverlap(passages[at - 1]?.text ?? '', passage.text),
  }))

const sizeOf = (passages: readonly Passage[]): number =>
  passages.reduce((sum, { text }) => sum + text.length * BYTES_PER_CHARACTER + BYTES_PER_PASSAGE, 0)
