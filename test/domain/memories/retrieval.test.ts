import { beforeAll, describe, expect, test } from 'vitest'
import { createMemoryGraphCache } from '../../../src/domain/memories/graph/memory-graph-cache.js'
import { memoryGraph } from '../../../src/domain/memories/memory-graph.js'
import type { SearchEngineProvider } from '../../../src/domain/retrieval/engine.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { type CorpusConversation, memoryCorpus } from '../../support/memories/memory-corpus.js'
import {
  at10,
  memoryRetrieval,
  type QuestionRecall,
  type Retrieve,
  recallOf,
  turnRetrieval,
} from '../../support/memories/memory-retrieval.js'
import {
  createKeywordSearch,
  mergeConversations,
  PAIR,
  type ReplayedConversation,
  replayConversation,
} from '../../support/sessions/replay-conversation.js'

const corpus = memoryCorpus()
const OWNER = { accountId: 'account-1', playerId: null }

let search: SearchEngineProvider
beforeAll(async () => {
  search = await createKeywordSearch()
})

test('in one long history 1.8 times as much evidence is found as by Orama as it comes', async () => {
  const history = mergeConversations(corpus)
  const retrieval = turnRetrieval(history, await replayConversation(history, { search, isExtracted: false }))
  const own = at10(await recallOf(history, retrieval.own))
  expect(own / at10(await recallOf(history, retrieval.stock))).toBeGreaterThanOrEqual(1.8)
})

// In a single short conversation Orama finds so much that 1.8 times as much would be more than all there is: what is
// reached is held.
describe.each([
  { half: 'development', turns: 0.88, timesStock: 1.15, memories: 0.82 },
  { half: 'held-out', turns: 0.9, timesStock: 1.5, memories: 0.57 },
] as const)('in the conversations of the $half half', ({ half, ...least }) => {
  const conversations = corpus.filter((each) => each.half === half)
  const lives = new Map<CorpusConversation, ReplayedConversation>()
  beforeAll(async () => {
    for (const each of conversations) lives.set(each, await replayConversation(each, { search }))
  })
  const recall = async (
    retrieve: (each: CorpusConversation, lived: ReplayedConversation) => Promise<Retrieve>,
  ) => {
    const rows: QuestionRecall[] = []
    for (const [each, lived] of lives) rows.push(...(await recallOf(each, await retrieve(each, lived))))
    return at10(rows)
  }

  test(`at least ${least.turns} of the evidence is among the ten best turns`, async () => {
    const own = await recall(async (each, lived) => turnRetrieval(each, lived).own)
    expect(own).toBeGreaterThanOrEqual(least.turns)
    const stock = await recall(async (each, lived) => turnRetrieval(each, lived).stock)
    expect(own / stock).toBeGreaterThanOrEqual(least.timesStock)
  })

  test(`at least ${least.memories} of the evidence is behind the ten best memories`, async () => {
    const own = await recall(async (_, lived) => (await memoryRetrieval(lived)).own)
    expect(own).toBeGreaterThanOrEqual(least.memories)
    expect(own).toBeGreaterThanOrEqual(await recall(async (_, lived) => (await memoryRetrieval(lived)).stock))
  })
})

test('the same conversation leaves the same memories, events, graph and search results', async () => {
  const [conversation] = corpus
  if (conversation === undefined) throw new Error('There is no conversation')
  const live = async () => {
    const lived = await replayConversation(conversation, { search })
    const { store } = lived
    const memoryGraphs = createMemoryGraphCache({
      ...store,
      timers: createTimers(),
      log: { warn: () => undefined },
    })
    const asked = { pair: PAIR, query: { includeEntities: true, includeCharacterMemories: true } }
    const { own } = await memoryRetrieval(lived)
    return {
      events: await store.memories.events(PAIR),
      facts: await store.memories.coreFacts(PAIR),
      graph: await memoryGraph({ ...store, memoryGraphs }, OWNER, asked),
      found: await Promise.all(conversation.questions.map(({ question }) => own(question))),
    }
  }
  const first = await live()
  expect(first.events.length).toBeGreaterThan(20)
  expect(await live()).toEqual(first)
})
