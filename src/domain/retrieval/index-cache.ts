/**
 * What is held in memory by key, made when first used, up to a budget: the one whose last use is longest ago goes first.
 * One in use stays, also beyond the budget.
 */
export interface IndexCache<T> {
  /** Works with what belongs to a key. */
  use<R>(key: string, work: (held: T) => Promise<R>): Promise<R>
  /** As `use`, where there is something; that does not count as a use. */
  change(key: string, work: (held: T) => Promise<void>): Promise<void>
  has(key: string): boolean
  /** The next use begins anew. Work that has begun ends with the old. */
  drop(key: string): void
  dropAll(): void
  /** Measured memory of all, in bytes. */
  bytes(): number
  size(): number
}

type IndexCacheSettings<T> = {
  readonly create: (key: string) => T
  readonly onDropped?: (key: string) => void
  readonly budgetBytes?: number
}

/** 256 MB (docs/memory.md, Search index). */
export const INDEX_BUDGET_BYTES = 256 * 2 ** 20

type Entry<T> = { readonly held: T; bytes: number; users: number }

export function createIndexCache<T extends { bytes(): number }>({
  create,
  onDropped = () => undefined,
  budgetBytes = INDEX_BUDGET_BYTES,
}: IndexCacheSettings<T>): IndexCache<T> {
  // In the order of their last use.
  const entries = new Map<string, Entry<T>>()
  let total = 0

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    total -= entry.bytes
    entries.delete(key)
    onDropped(key)
  }
  const add = (key: string): Entry<T> => {
    const entry = { held: create(key), bytes: 0, users: 0 }
    entries.set(key, entry)
    return entry
  }
  const measure = (key: string, entry: Entry<T>) => {
    if (entries.get(key) !== entry) return
    const bytes = entry.held.bytes()
    total += bytes - entry.bytes
    entry.bytes = bytes
  }
  const shrink = () => {
    for (const [key, { users }] of entries) {
      if (total <= budgetBytes) return
      if (users === 0) drop(key)
    }
  }
  const run = async <R>(key: string, entry: Entry<T>, work: (held: T) => Promise<R>): Promise<R> => {
    entry.users += 1
    measure(key, entry)
    try {
      return await work(entry.held)
    } finally {
      entry.users -= 1
      measure(key, entry)
      shrink()
    }
  }

  return {
    use: (key, work) => {
      const entry = entries.get(key) ?? add(key)
      entries.delete(key)
      entries.set(key, entry)
      return run(key, entry, work)
    },
    change: async (key, work) => {
      const entry = entries.get(key)
      if (entry !== undefined) await run(key, entry, work)
    },
    has: (key) => entries.has(key),
    drop,
    dropAll: () => {
      for (const key of [...entries.keys()]) drop(key)
    },
    bytes: () => total,
    size: () => entries.size,
  }
}
