import type { Timers } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Log } from '../../log.js'
import { createEventLoopYielder } from '../../yield-to-event-loop.js'
import { activeMemories } from '../active-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import { type GraphMemory, toGraphMemory } from './graph-memory.js'

export type CachedGraph = {
  readonly memories: readonly GraphMemory[]
  /** Memories have changed since, and a fresh one is being made. */
  readonly stale: boolean
}

/** The memories of each pair as graphs show them, read once and kept until they change. */
export interface MemoryGraphCache {
  get(pair: Pair): Promise<CachedGraph>
}

type GraphCacheDeps = {
  readonly memories: Pick<MemoryRepository, 'list' | 'watch'>
  readonly timers: Pick<Timers, 'sleep' | 'elapsed'>
  readonly log: Pick<Log, 'warn'>
  /** How many memories the graphs that are kept may hold together. */
  readonly budget?: number
}

/** Some 50 MB. */
const MAX_MEMORIES = 100_000

type Entry = {
  readonly pair: Pair
  /** Counts the changes of the memories. */
  changes: number
  memories: readonly GraphMemory[] | undefined
  /** `changes` when what is kept was read. */
  readAt: number
  reading: Promise<void> | undefined
}

/** What was erased leaves at once, with the whole graph, and a graph that is being made of it is given up. */
export function createMemoryGraphCache({
  memories,
  timers,
  log,
  budget = MAX_MEMORIES,
}: GraphCacheDeps): MemoryGraphCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>()

  const read = async (key: string, entry: Entry): Promise<void> => {
    const { changes } = entry
    const active = await activeMemories({ memories }, entry.pair)
    const isGone = () => entries.get(key) !== entry
    entry.memories = (await readAll(active, timers, isGone)) ?? entry.memories
    entry.readAt = changes
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
      changes: 0,
      memories: undefined,
      readAt: -1,
      reading: undefined,
    }
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }

  memories.watch((before, after) => {
    const key = keyOf(after ?? before)
    const entry = entries.get(key)
    if (after === undefined) entries.delete(key)
    else if (entry !== undefined && changesGraph(before, after)) entry.changes += 1
  })

  return {
    get: async (pair) => {
      const key = keyOf({ agentId: pair.characterId, playerId: pair.playerId })
      for (;;) {
        const entry = open(key, pair)
        if (entry.memories === undefined) await start(key, entry)
        // Erased meanwhile: what was read is not to be seen by anyone.
        if (entries.get(key) !== entry || entry.memories === undefined) continue
        const stale = entry.readAt !== entry.changes
        if (stale) start(key, entry).catch((error: unknown) => log.warn(NOT_RENEWED, { error }))
        return { memories: entry.memories, stale }
      }
    },
  }
}

const NOT_RENEWED = 'A memory graph could not be made anew, and stays as it was'

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

/** Drops graphs whose last use is longest ago; the one used last stays, however large. */
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

/** Whether the graph would be another: most changes only tell that a memory was used. */
function changesGraph(before: MemoryRecord | undefined, after: MemoryRecord): boolean {
  const isShown = [before, after].some((memory) => memory?.status === 'active')
  return isShown && SEEN.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]))
}

const SEEN = ['status', 'content', 'memoryType', 'slot', 'entities', 'relations'] as const

const keyOf = (owner: Pick<MemoryRecord, 'agentId' | 'playerId'> | undefined): string =>
  JSON.stringify([owner?.agentId, owner?.playerId])
