import type { MessageRecord } from '../../../src/domain/conversations/record.js'
import { createInProcessLeases } from '../../../src/domain/leases.js'
import type { CandidateExtractor } from '../../../src/domain/memories/extract/candidate-extractor.js'
import { createExtractor } from '../../../src/domain/memories/extract/extractor.js'
import { extractByRules } from '../../../src/domain/memories/extract/rules/extract-by-rules.js'
import { createRandomSources } from '../../../src/runtime/process/random.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import type { Store } from '../../../src/store/store.js'
import { aCharacter, aConversation, aMessage, at } from '../stores/store-records.js'

export const pair = { characterId: 'character-1', playerId: 'player-1' }

type Given = {
  readonly source?: CandidateExtractor
  readonly wrap?: (store: Store) => Store
  readonly promptBlocks?: readonly string[]
  readonly timers?: Parameters<typeof createExtractor>[0]['timers']
  readonly store?: Store
  readonly leases?: Parameters<typeof createExtractor>[0]['extractionLeases']
}

/** One character, one player, and what makes memories of what they say to each other. */
export async function givenExtraction(given: Given = {}) {
  const store = given.store ?? createInMemoryStore()
  if (given.store === undefined) {
    await store.characters.insert(aCharacter())
    await store.conversations.findOrCreate(aConversation())
  }
  const logged: string[] = []
  const log = (message: string) => void logged.push(message)
  let second = 0
  const extractor = createExtractor({
    stopMs: 1000,
    extractionLeases: given.leases ?? createInProcessLeases(),
    ...(given.wrap?.(store) ?? store),
    source: given.source ?? { extractCandidates: extractByRules },
    promptBlocksOf: () => async () => given.promptBlocks ?? [],
    clock: { now: () => new Date(at(second)) },
    namedIds: createRandomSources({ seed: '7', start: 1 }).namedIds,
    timers: given.timers ?? createTimers(),
    log: { debug: log, info: log, warn: log, error: log },
  })
  const list = async (status: 'active' | 'superseded' | 'quarantined' = 'active', playerId = 'player-1') => {
    const query = { pair: { ...pair, playerId }, status, memoryType: null, limit: 200, offset: 0 }
    return (await store.memories.list(query)).memories
  }
  return {
    store,
    logged,
    extractor,
    list,
    contents: async (status: Parameters<typeof list>[0] = 'active') =>
      (await list(status)).map(({ content }) => content).sort(),
    /** Said by the player, a second after what was said before. */
    say: async (content: string, more: Partial<MessageRecord> = {}, conversationId = 'conversation-1') => {
      second += 1
      const said = aMessage({ content, timestamp: at(second), ...more })
      const stored = await store.conversations.append(conversationId, said)
      if (stored === undefined) throw new Error('There is no such conversation')
      return stored
    },
    conversation: async () => {
      const found = await store.conversations.find(pair)
      if (found === undefined) throw new Error('There is no conversation')
      return found
    },
  }
}
