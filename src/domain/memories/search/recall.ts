import type { Clock, Timers } from '../../clock.js'
import type { ConversationRepository } from '../../conversations/ports.js'
import type { Log } from '../../log.js'
import type { Ids } from '../../random.js'
import { withPatience } from '../../retrieval/patience.js'
import { createSimilarity } from '../../retrieval/similarity.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryCorpora } from './memory-corpora.js'
import {
  type KnownOfPair,
  type MemoryRecall,
  NOTHING_RECALLED,
  type Recalled,
  type RecallQuery,
} from './recall-port.js'
import { type RecallSearch, type RecallSearchDeps, searchRecall } from './recall-search.js'

export type RecallDeps = Omit<RecallSearchDeps, 'similarity'> & {
  readonly memories: Pick<MemoryRepository, 'coreFacts' | 'countsByStatus' | 'recordUse'>
  readonly conversations: Pick<ConversationRepository, 'find'>
  readonly memoryCorpora: Pick<MemoryCorpora, 'refresh' | 'warm'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

/** A reply waits no longer for what its character remembers, in milliseconds: then core facts must do. */
const PATIENCE_MS = 2000

const FAILED = 'Memories could not be searched; the character answers with core facts alone'
const NOT_STRENGTHENED = 'The use of memories could not be noted'

export function createMemoryRecall(deps: RecallDeps): MemoryRecall {
  const { memories, memoryCorpora, log } = deps
  const searching = { ...deps, similarity: createSimilarity() }
  return {
    recall: async (question, signal) => {
      const { pair, shown } = question
      try {
        const { coreFacts: facts, ...known } = question.known ?? (await readPair(deps, pair))
        const extractedUpTo = known.conversation?.extractedUpTo ?? 0
        const recalled: Recalled = { ...NOTHING_RECALLED, facts, extractedUpTo }
        // No memory, and all that was said is in the prompt anyway.
        const hasMore = (known.conversation?.messageCount ?? 0) > shown.count
        if (known.activeMemories === 0 && !hasMore) return recalled
        return { ...recalled, ...(await searchWithin(searching, { question, facts, signal })) }
      } catch (error) {
        log.error(FAILED, { character_id: pair.characterId, error })
        return NOTHING_RECALLED
      }
    },
    recordUse: async (pair, { memories: used }) => {
      const use = { pair, memoryIds: used.map(({ id }) => id), at: deps.clock.now().toISOString() }
      await memories
        .recordUse(use)
        .catch((error: unknown) => log.error(NOT_STRENGTHENED, { character_id: pair.characterId, error }))
    },
    refreshIndex: memoryCorpora.refresh,
    warmIndex: memoryCorpora.warm,
  }
}

async function readPair(
  { memories, conversations }: Pick<RecallDeps, 'memories' | 'conversations'>,
  pair: RecallQuery['pair'],
): Promise<KnownOfPair> {
  const [coreFacts, counts, conversation] = await Promise.all([
    memories.coreFacts(pair),
    memories.countsByStatus(pair),
    conversations.find(pair),
  ])
  return { coreFacts, activeMemories: counts.active, conversation }
}

type SearchDeps = RecallSearchDeps & Pick<RecallDeps, 'timers' | 'log'>

/** What is found in time; a failure is logged. */
async function searchWithin(
  deps: SearchDeps,
  search: RecallSearch,
): Promise<Pick<Recalled, 'memories' | 'turns' | 'scores'>> {
  const patience = { ms: PATIENCE_MS, signal: search.signal }
  const found = await withPatience(deps.timers, patience, (signal) =>
    searchRecall(deps, { ...search, signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined
      deps.log.error(FAILED, { character_id: search.question.pair.characterId, error })
      return undefined
    }),
  )
  return found ?? { memories: [], turns: [] }
}
