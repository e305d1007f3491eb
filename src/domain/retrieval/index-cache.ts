import type { SearchIndex } from './ports.js'

/**
 * Search indexes by key, built when first used and held in memory up to a budget: the one whose last use is longest ago
 * goes first. An index that is pinned or in use stays, also beyond the budget.
 */
export interface IndexCache {
  /** Works with the index of a key; those who want it at once share one build. */
  use<T>(key: string, work: (index: SearchIndex) => Promise<T>): Promise<T>
  /**
   * Changes the index of a key where there is one, or will be as soon as it is built. Otherwise there is nothing to
   * do: the records, which are changed first, are read when it is built. An index whose change fails is dropped.
   */
  change(key: string, change: (index: SearchIndex) => Promise<void>): Promise<void>
  /** Keeps the index of a key, also one that is built later, until the call it returns is made. */
  pin(key: string): () => void
  /** Drops the index of a key, pinned or not; the next use builds it anew. Work that has begun ends with the old. */
  forget(key: string): void
  forgetAll(): void
  /** Measured memory of all indexes, in bytes. */
  bytes(): number
  size(): number
}

type IndexCacheSettings = {
  /** Builds the index of a key from the records. */
  readonly load: (key: string) => Promise<SearchIndex>
  readonly budgetBytes?: number
}

/** 256 MB (docs/memory.md, Search index). */
export const INDEX_BUDGET_BYTES = 256 * 2 ** 20

type Entry = {
  readonly index: Promise<SearchIndex>
  /** Undefined while it is built. */
  built: SearchIndex | undefined
  bytes: number
  users: number
}

export function createIndexCache({ load, budgetBytes = INDEX_BUDGET_BYTES }: IndexCacheSettings): IndexCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>()
  let total = 0

  const drop = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const build = (key: string): Entry => {
    const entry: Entry = { index: load(key), built: undefined, bytes: 0, users: 0 }
    entries.set(key, entry)
    return entry
  }
  const measure = (key: string, entry: Entry) => {
    if (entries.get(key) !== entry) return
    const bytes = entry.built?.bytes() ?? 0
    total += bytes - entry.bytes
    entry.bytes = bytes
  }
  const shrink = () => {
    for (const [key, { users, built }] of entries) {
      if (total <= budgetBytes) return
      if (users === 0 && built !== undefined && !pins.isHeld(key)) drop(key)
    }
  }
  const pins = createPins(shrink)
  const work = async <T>(key: string, entry: Entry, todo: (index: SearchIndex) => Promise<T>): Promise<T> => {
    entry.users += 1
    try {
      entry.built = await entry.index.catch((error: unknown) => {
        // The next to ask tries again.
        if (entries.get(key) === entry) drop(key)
        throw error
      })
      measure(key, entry)
      return await todo(entry.built)
    } finally {
      entry.users -= 1
      measure(key, entry)
      shrink()
    }
  }

  return {
    use: (key, todo) => {
      const entry = entries.get(key) ?? build(key)
      entries.delete(key)
      entries.set(key, entry)
      return work(key, entry, todo)
    },
    change: async (key, change) => {
      const entry = entries.get(key)
      if (entry === undefined || !(await isBuilt(entry))) return
      await work(key, entry, change).catch((error: unknown) => {
        // What the index holds now is anybody's guess.
        if (entries.get(key) === entry) drop(key)
        throw error
      })
    },
    pin: pins.hold,
    forget: drop,
    forgetAll: () => {
      for (const key of [...entries.keys()]) drop(key)
    },
    bytes: () => total,
    size: () => entries.size,
  }
}

/** A build that fails is told to those who wanted the index. */
const isBuilt = ({ index }: Entry): Promise<boolean> =>
  index.then(
    () => true,
    () => false,
  )

/** Counts the holds on each key; tells when the last one of a key is let go. */
function createPins(released: () => void) {
  const holds = new Map<string, number>()
  const letGo = (key: string) => {
    const left = (holds.get(key) ?? 0) - 1
    if (left > 0) return void holds.set(key, left)
    holds.delete(key)
    released()
  }
  return {
    isHeld: (key: string) => holds.has(key),
    hold: (key: string) => {
      holds.set(key, (holds.get(key) ?? 0) + 1)
      let isHeld = true
      return () => {
        if (isHeld) letGo(key)
        isHeld = false
      }
    },
  }
}
