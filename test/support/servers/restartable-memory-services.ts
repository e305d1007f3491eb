import { onTestFinished } from 'vitest'
import { createInProcessLeases } from '../../../src/domain/leases.js'
import { createMemory } from '../../../src/domain/memories/create.js'
import { createDecayScheduler } from '../../../src/domain/memories/decay/decay-scheduler.js'
import { explainSearch } from '../../../src/domain/memories/explain.js'
import { createExtractor } from '../../../src/domain/memories/extract/extractor.js'
import { extractByRules } from '../../../src/domain/memories/extract/rules/extract-by-rules.js'
import { createMemoryGraphCache } from '../../../src/domain/memories/graph/memory-graph-cache.js'
import { listMemoriesAsOf } from '../../../src/domain/memories/history.js'
import { listCoreFacts } from '../../../src/domain/memories/list.js'
import { allMemories } from '../../../src/domain/memories/load-memories.js'
import { memoryGraph } from '../../../src/domain/memories/memory-graph.js'
import { previewFading } from '../../../src/domain/memories/preview-fading.js'
import { removeAllMemories, removeMemory } from '../../../src/domain/memories/remove.js'
import { createMemoryCorpora } from '../../../src/domain/memories/search/memory-corpora.js'
import { searchMemories } from '../../../src/domain/memories/search.js'
import { memoryTimeline } from '../../../src/domain/memories/timeline.js'
import { undoSupersession } from '../../../src/domain/memories/undo.js'
import { updateMemory } from '../../../src/domain/memories/update.js'
import { NO_RATE_LIMITS } from '../../../src/runtime/config/limits-config.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createRandomSources } from '../../../src/runtime/process/random.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createSearch } from '../../../src/runtime/services/search.js'
import { openTestStore, silentLog } from '../stores/store-folder.js'
import { aCharacter, aConversation, aMessage } from '../stores/store-records.js'

export type Pair = { readonly characterId: string; readonly playerId: string }

export const PAIRS = [
  { characterId: 'character-1', playerId: 'ada' },
  { characterId: 'character-1', playerId: 'bob' },
  { characterId: 'character-2', playerId: 'ada' },
] as const satisfies readonly Pair[]

const DAY_MS = 86_400_000
const OWNER = { accountId: 'account-1', playerId: null }
const timers = createTimers()
const search = createSearch({ kind: 'hash' }, { timers, log: silentLog })

/** Everything that works on memories, over a store on disk, as a server puts it together; it can be started anew. */
export async function startRestartableMemoryServices(folder: string) {
  const clock = createClock({
    startAt: new Date('2030-01-02T00:00:00Z'),
    frozen: true,
    onFailure: (error) => {
      throw error
    },
  })
  onTestFinished(clock.stop)
  let running = await start(folder, clock)
  for (const id of ['character-1', 'character-2']) await running.store.characters.insert(aCharacter({ id }))

  return {
    clock,
    get store() {
      return running.store
    },
    /** Starts anew, so many days after the stop. */
    restart: async (days: number) => {
      await running.stop()
      await clock.adjust({ advance: days * DAY_MS })
      running = await start(folder, clock)
    },
    stop: () => running.stop(),
    advance: (days: number) => clock.adjust({ advance: days * DAY_MS }),
    ...memoryMutations(() => running),
    ...memoryQueries(() => running),
  }
}

type Running = Awaited<ReturnType<typeof start>>

async function start(folder: string, clock: ReturnType<typeof createClock>) {
  const store = await openTestStore(folder)
  const { ids, namedIds } = createRandomSources({ seed: 'life', start: store.starts })
  const deps = { ...store, clock, ids, namedIds, timers, log: silentLog, limits: NO_RATE_LIMITS }
  const sweep = createDecayScheduler(deps)
  await sweep.start()
  const extractor = createExtractor({
    stopMs: 1000,
    extractionLeases: createInProcessLeases(),
    ...deps,
    source: { extractCandidates: extractByRules },
    promptBlocksOf: () => async () => [],
  })
  return {
    store,
    extractor,
    deps: {
      ...deps,
      memoryCorpora: createMemoryCorpora({ ...deps, search: await search }),
      memoryGraphs: createMemoryGraphCache(deps),
    },
    stop: async () => {
      sweep.stop()
      await extractor.stop()
      await store.close()
    },
  }
}

function memoryMutations(now: () => Running) {
  return {
    write: async (pair: Pair, content: string, more: { importance: number; memoryLayer: 'stm' | 'ltm' }) =>
      createMemory(now().deps, OWNER, { pair, input: { content, memoryType: 'fact', ...more } }),
    edit: (pair: Pair, id: string, content: string) =>
      updateMemory(now().deps, OWNER, { pair, id, input: { content } }),
    remove: (pair: Pair, id: string, hard: boolean) => removeMemory(now().deps, OWNER, { pair, id, hard }),
    removeAll: (pair: Pair) => removeAllMemories(now().deps, OWNER, { pair, confirm: true }),
    undo: (pair: Pair, id: string) => undoSupersession(now().deps, OWNER, { pair, id, dryRun: false }),
    say: async (pair: Pair, content: string) => {
      const { store, extractor, deps } = now()
      const id = `${pair.characterId} and ${pair.playerId}`
      await store.conversations.findOrCreate(aConversation({ id, ...pair }))
      await store.conversations.append(id, aMessage({ content, timestamp: deps.clock.now().toISOString() }))
      await extractor.extract(pair)
    },
  }
}

/** Everything by which somebody may look into a pair's memories. */
function memoryQueries(now: () => Running) {
  return {
    all: (pair: Pair) => allMemories(now().store, pair),
    search: async (pair: Pair, query: string) =>
      (await searchMemories(now().deps, OWNER, { pair, input: { query, limit: 50 } })).results,
    shown: async (pair: Pair, query: string) => {
      const { deps, store } = now()
      const entities = { includeEntities: true, includeCharacterMemories: true }
      return JSON.stringify([
        await searchMemories(deps, OWNER, { pair, input: { query, limit: 50 } }).then(
          ({ results }) => results,
        ),
        await explainSearch(deps, OWNER, { pair, input: { query, limit: 50 } }).then(
          ({ results }) => results,
        ),
        await memoryGraph(deps, OWNER, { pair, query: entities }),
        await memoryTimeline(deps, OWNER, { pair, query: {} }),
        await listMemoriesAsOf(deps, OWNER, { pair, query: {} }),
        await previewFading(deps, OWNER, { pair, query: { days: 36_500 } }),
        await listCoreFacts(deps, OWNER, pair),
        await store.memories.events(pair),
        await allMemories(store, pair),
      ])
    },
  }
}
