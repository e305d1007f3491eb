import type { ChangeFeed } from '../../change-feed.js'
import type { Timers } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Log } from '../../log.js'
import { createEventLoopYielder } from '../../yield-to-event-loop.js'
import { activeMemories } from '../load-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import { type GraphMemory, toGraphMemory } from './graph-memory.js'

export type CachedGraph = {
  readonly memories: readonly GraphMemory[]
  /** Memories have changed since; a refresh is running. */
  readonly stale: boolean
}

/** Caches the graph of each pair. Reading all memories of a pair takes long, so a changed graph is served stale once more. */
export interface MemoryGraphCache {
  get(pair: Pair): Promise<CachedGraph>
}

type GraphCacheDeps = {
  readonly memories: Pick<MemoryRepository, 'list'>
  readonly changes: ChangeFeed
  readonly timers: Pick<Timers, 'sleep' | 'elapsed'>
  readonly log: Pick<Log, 'warn'>
  /** How many memories the cached graphs may have in total. */
  readonly budget?: number
}

/** About 50 MB. */
const MAX_MEMORIES = 100_000

type Entry = {
  readonly pair: Pair
  /** Number of changes to the pair's memories so far. */
  changeCount: number
  memories: readonly GraphMemory[] | undefined
  /** Value of `changeCount` when `memories` was read. */
  readAt: number
  reading: Promise<void> | undefined
}

/** An erased memory drops the whole graph at once, and aborts a read in progress. */
export function createMemoryGraphCache({
  memories,
  changes,
  timers,
  log,
  budget = MAX_MEMORIES,
}: GraphCacheDeps): MemoryGraphCache {
  // Least recently used first.
  const entries = new Map<string, Entry>()

  const read = async (key: string, entry: Entry): Promise<void> => {
    const { changeCount } = entry
    const active = await activeMemories({ memories }, entry.pair)
    const isGone = () => entries.get(key) !== entry
    entry.memories = (await readAll(active, timers, isGone)) ?? entry.memories
    entry.readAt = changeCount
    evictLeastRecentlyUsed(entries, budget)
  }
  const start = (key: string, entry: Entry): Promise<void> => {
    entry.reading ??= read(key, entry).finally(() => {
      entry.reading = undefined
    })
    return entry.reading
  }
  const open = (key: string, pair: Pair): Entry => {
    const entry = entries.get(key) ?? {
      pair,
      changeCount: 0,
      memories: undefined,
      readAt: -1,
      reading: undefined,
    }
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  changes(['memories'], ({ before, after }) => {
    const key = keyOf(after ?? before)
    const entry = entries.get(key)
    if (after === undefined) entries.delete(key)
    else if (entry !== undefined && changesGraph(before, after)) entry.changeCount += 1
  })

  return {
    get: async (pair) => {
      const key = keyOf({ agentId: pair.characterId, playerId: pair.playerId })
      for (;;) {
        const entry = open(key, pair)
        if (entry.memories === undefined) await start(key, entry)
        // Erased during the read: nobody may see the result.
        if (entries.get(key) !== entry || entry.memories === undefined) continue
        const stale = entry.readAt !== entry.changeCount
        if (stale) start(key, entry).catch((error: unknown) => log.warn(REFRESH_FAILED, { error }))
        return { memories: entry.memories, stale }
      }
    },
  }
}

const REFRESH_FAILED = 'A memory graph could not be refreshed; the stale one is served'

/** Undefined once `isGone`. */
async function readAll(
  records: readonly MemoryRecord[],
  timers: GraphCacheDeps['timers'],
  isGone: () => boolean,
): Promise<GraphMemory[] | undefined> {
  const found: GraphMemory[] = []
  const { yieldToEventLoop } = createEventLoopYielder(timers)
  for (const record of records) {
    await yieldToEventLoop()
    if (isGone()) return undefined
    found.push(toGraphMemory(record))
  }
  return found
}

/** Never drops the most recently used graph, however large it is. */
function evictLeastRecentlyUsed(entries: Map<string, Entry>, budget: number): void {
  const sizeOf = ({ memories }: Entry) => memories?.length ?? 0
  let total = [...entries.values()].reduce((sum, entry) => sum + sizeOf(entry), 0)
  for (const [key, entry] of [...entries].slice(0, -1)) {
    if (total <= budget) return
    if (entry.reading !== undefined) continue
    total -= sizeOf(entry)
    entries.delete(key)
  }
}

/** Whether a change affects the graph; most changes only record a use. */
function changesGraph(before: MemoryRecord | undefined, after: MemoryRecord): boolean {
  const isShown = [before, after].some((memory) => memory?.status === 'active')
  return (
    isShown && GRAPH_FIELDS.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]))
  )
}

const GRAPH_FIELDS = ['status', 'content', 'memoryType', 'slot', 'entities', 'relations'] as const

const keyOf = (owner: Pick<MemoryRecord, 'agentId' | 'playerId'> | undefined): string =>
  JSON.stringify([owner?.agentId, owner?.playerId])
