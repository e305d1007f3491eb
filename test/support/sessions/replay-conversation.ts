import { createInProcessLeases } from '../../../src/domain/leases.js'
import { createExtractor } from '../../../src/domain/memories/extract/extractor.js'
import { extractByRules } from '../../../src/domain/memories/extract/rules/extract-by-rules.js'
import { createMemoryCorpora } from '../../../src/domain/memories/search/memory-corpora.js'
import type { SearchEngineProvider } from '../../../src/domain/retrieval/engine.js'
import { createRandomSources } from '../../../src/runtime/process/random.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createSearch } from '../../../src/runtime/services/search.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import type { CorpusConversation, CorpusTurn } from '../memories/memory-corpus.js'
import { aCharacter, aConversation, aMessage } from '../stores/store-records.js'

/** Who speaks in every conversation that was lived through. */
export const PAIR = { characterId: 'character-1', playerId: 'player-1' }

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Every how many turns memories are extracted, as the server does it: eight of the player, and eight answers. */
const EVERY = 16

/** Search engines with nothing but words; making one takes its time, so conversations share it. */
export const createKeywordSearch = (): Promise<SearchEngineProvider> =>
  createSearch({ kind: 'hash' }, { timers: createTimers(), log: SILENT })

type Living = {
  readonly search: SearchEngineProvider
  /** Whether memories are made of what is said. */
  readonly isExtracted?: boolean
}
export type ReplayedConversation = Awaited<ReturnType<typeof replayConversation>>

/** Lives through a conversation as the server does, from an empty store on; its clock stands at the last turn then. */
export async function replayConversation(
  { character, sessions }: CorpusConversation,
  { search, isExtracted = true }: Living,
) {
  const store = createInMemoryStore()
  await store.characters.insert(aCharacter({ name: character }))
  await store.conversations.findOrCreate(aConversation())
  let now = ''
  const clock = { now: () => new Date(now) }
  const extractor = createExtractor({
    stopMs: 1000,
    extractionLeases: createInProcessLeases(),
    ...store,
    source: { extractCandidates: extractByRules },
    promptBlocksOf: () => async () => [],
    clock,
    namedIds: createRandomSources({ seed: '7', start: 1 }).namedIds,
    timers: createTimers(),
    log: SILENT,
  })
  for (const batch of sessions.flatMap(batchesOf)) {
    for (const { role, content, timestamp } of batch) {
      now = timestamp
      await store.conversations.append('conversation-1', aMessage({ role, content, timestamp }))
    }
    if (isExtracted) await extractor.extract(PAIR)
  }
  return {
    store,
    clock,
    memoryCorpora: createMemoryCorpora({ ...store, search, timers: createTimers(), log: SILENT }),
  }
}

const batchesOf = (session: readonly CorpusTurn[]): CorpusTurn[][] =>
  Array.from({ length: Math.ceil(session.length / EVERY) }, (_, at) =>
    session.slice(at * EVERY, (at + 1) * EVERY),
  )

/** Several conversations as one long one of one player, told apart by nothing but what is said. */
export function mergeConversations(conversations: readonly CorpusConversation[]): CorpusConversation {
  const [first] = conversations
  if (first === undefined) throw new Error('There is no conversation')
  let before = 0
  const sessions = conversations.flatMap(({ name, sessions: own }) => {
    const from = before
    before += own.flat().length
    const labelled = (label: string | undefined) => (label === undefined ? label : `${name} ${label}`)
    return own.map((turns) =>
      turns.map((turn) => ({ ...turn, id: turn.id + from, label: labelled(turn.label) })),
    )
  })
  const questions = conversations.flatMap(({ name, questions: own }) =>
    own.map((each) => ({ ...each, evidence: each.evidence.map((label) => `${name} ${label}`) })),
  )
  return { ...first, name: 'all', player: 'Nobody', character: 'Nobody', sessions, questions }
}
