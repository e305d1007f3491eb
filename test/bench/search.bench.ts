import { setImmediate } from 'node:timers/promises'
import { loadLanguages } from '../../src/adapters/search/languages.js'
import { searchIndexMaker } from '../../src/adapters/search/search-index.js'
import { createTokenizer } from '../../src/adapters/search/tokenizer.js'
import { createIndexCache, INDEX_BUDGET_BYTES } from '../../src/domain/retrieval/index-cache.js'
import type { CreateSearchIndex, IndexedDocument, SearchIndex } from '../../src/domain/retrieval/ports.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import { heapInUse } from '../support/measure/heap.js'
import { createSeededRandom, madeUpText, madeUpTurns } from '../support/memories/search.js'
import { type Bench, type Figure, median, quantile } from './bench.js'

const DIMENSIONS = 384
const SIZES = {
  full: [
    { documents: 200, budgetMs: 1 },
    { documents: 10_000, budgetMs: 3 },
    { documents: 100_000, budgetMs: 20 },
  ],
  reduced: [
    { documents: 200, budgetMs: 1 },
    { documents: 1000, budgetMs: 3 },
    { documents: 5000, budgetMs: 20 },
  ],
}
const PLAYERS = { full: 500, reduced: 100 }
const BUDGET = { full: INDEX_BUDGET_BYTES, reduced: INDEX_BUDGET_BYTES / 5 }

/** Searching and building indexes, and what they take; milliseconds, and shares of the budget. */
export const bench: Bench = async (size) => {
  const tokenizer = createTokenizer(await loadLanguages())
  const create = searchIndexMaker({ tokenizer, timers: createTimers() })
  const figures = [await coldBuild(create)]
  for (const wanted of SIZES[size]) figures.push(...(await searches(create, wanted)))
  return [...figures, ...(await manyPlayers(create, { players: PLAYERS[size], budgetBytes: BUDGET[size] }))]
}

async function coldBuild(create: CreateSearchIndex): Promise<Figure> {
  const times: number[] = []
  for (let seed = 1; seed <= 9; seed += 1) {
    const documents = madeUpTurns(1000, { dimensions: DIMENSIONS, seed })
    const started = performance.now()
    await create({ dimensions: DIMENSIONS }).add(documents)
    times.push(performance.now() - started)
  }
  return {
    name: 'an index of 1,000 documents built, ms',
    ratio: median(times),
    budget: { atMost: 60 },
    detail: `the first, before the code was compiled: ${times[0]?.toFixed(0)} ms`,
  }
}

type Wanted = { readonly documents: number; readonly budgetMs: number }

async function searches(create: CreateSearchIndex, { documents, budgetMs }: Wanted): Promise<Figure[]> {
  const rows = madeUpTurns(documents, { dimensions: DIMENSIONS })
  const index = create({ dimensions: DIMENSIONS })
  const stall = await longestStall(() => index.add(rows))
  const times = await timeSearches(index, rows)
  return [
    {
      name: `a search over ${documents} documents, p50, ms`,
      ratio: median(times),
      budget: { atMost: budgetMs },
      detail: `p99 ${quantile(times, 0.99).toFixed(2)} ms, ${Math.round(index.bytes() / 2 ** 20)} MiB`,
    },
    {
      name: `the longest stall while ${documents} documents are added, ms`,
      ratio: stall,
      budget: { atMost: 50 },
      detail: 'work gives way every 5 ms; the collector of garbage does not',
    },
  ]
}

async function timeSearches(index: SearchIndex, rows: readonly IndexedDocument[]): Promise<number[]> {
  const next = createSeededRandom(3)
  const times: number[] = []
  for (let round = 0; round < 250; round += 1) {
    const vector = rows[Math.floor(next() * rows.length)]?.vector ?? new Float32Array(DIMENSIONS)
    const text = madeUpText(5, next)
    const started = performance.now()
    await index.search({ text, vector })
    if (round >= 50) times.push(performance.now() - started)
  }
  return times
}

async function longestStall(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      const before = performance.now()
      await setImmediate()
      longest = Math.max(longest, performance.now() - before)
    }
  }
  const watching = watch()
  await work()
  isDone = true
  await watching
  return longest
}

type Players = { readonly players: number; readonly budgetBytes: number }

/** Every player's index is used once, in turn. */
async function manyPlayers(create: CreateSearchIndex, { players, budgetBytes }: Players): Promise<Figure[]> {
  let built = 0
  const cache = createIndexCache({
    budgetBytes,
    create: () => {
      built += 1
      return create({ dimensions: DIMENSIONS })
    },
  })
  const before = heapInUse()
  for (let player = 0; player < players; player += 1) {
    await cache.use(String(player), async (index) => {
      await index.add(madeUpTurns(200, { dimensions: DIMENSIONS, seed: player + 1 }))
      return index.search({ text: 'ka lo' })
    })
  }
  const taken = heapInUse() - before
  const detail = `${built} built, ${cache.size()} kept, ${Math.round(cache.bytes() / 2 ** 20)} MiB counted, ${Math.round(taken / 2 ** 20)} MiB taken`
  return [
    {
      name: `${players} players with 200 memories each, memory counted, of the budget`,
      ratio: cache.bytes() / budgetBytes,
      budget: { atMost: 1 },
      detail,
    },
    {
      name: `${players} players with 200 memories each, memory taken, of the budget`,
      ratio: taken / budgetBytes,
      budget: { atMost: 1.15 },
      detail,
    },
  ]
}
