import type { Clock, Timers } from '../../clock.js'
import type { ConversationRepository } from '../../conversations/ports.js'
import type { Log } from '../../log.js'
import type { Ids } from '../../random.js'
import { createSimilarity } from '../../retrieval/similarity.js'
import { recordMemoryUse } from '../decay/forgetting-curve.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryIndexes } from './memory-indexes.js'
import { type MemoryRecall, NOTHING_RECALLED, type Recalled, type RecallQuery } from './recall-port.js'
import { type RecallSearchDeps, searchRecall } from './recall-search.js'

export type RecallDeps = Omit<RecallSearchDeps, 'similarity'> & {
  readonly memories: Pick<MemoryRepository, 'coreFacts' | 'countsByStatus' | 'change'>
  readonly conversations: Pick<ConversationRepository, 'find'>
  readonly memoryIndexes: Pick<MemoryIndexes, 'follow' | 'hold'>
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
  const { memories, conversations, log } = deps
  const searching = { ...deps, similarity: createSimilarity() }
  return {
    recall: async (question, signal) => {
      const { pair } = question
      try {
        const [facts, conversation] = await Promise.all([memories.coreFacts(pair), conversations.find(pair)])
        const known = { ...NOTHING_RECALLED, facts, readUpTo: conversation?.extractedUpTo ?? 0 }
        if (!(await isWorth(deps, question, conversation?.messageCount ?? 0))) return known
        return { ...known, ...(await searchWithin(searching, question, signal)) }
      } catch (error) {
        log.error(FAILED, { character_id: pair.characterId, error })
        return NOTHING_RECALLED
      }
    },
    recordUse: async (pair, { memories: used }) => {
      const ids = used.map(({ id }) => id)
      await recordMemoryUse(deps, pair, ids).catch((error: unknown) =>
        log.error(NOT_STRENGTHENED, { character_id: pair.characterId, error }),
      )
    },
    refreshIndex: deps.memoryIndexes.follow,
    keepIndexLoaded: deps.memoryIndexes.hold,
  }
}

/** Nothing to find: no memory, and all that was said is in the prompt anyway. */
async function isWorth(
  { memories }: Pick<RecallDeps, 'memories'>,
  { pair, shown }: RecallQuery,
  messageCount: number,
): Promise<boolean> {
  return (await memories.countsByStatus(pair)).active > 0 || messageCount > shown.count
}

type Found = Pick<Recalled, 'memories' | 'turns'>
type SearchDeps = RecallSearchDeps & Pick<RecallDeps, 'timers' | 'log'>
const NONE: Found = { memories: [], turns: [] }

/** What is found in time; a failure is logged. */
async function searchWithin(deps: SearchDeps, question: RecallQuery, signal: AbortSignal): Promise<Found> {
  let giveUp = () => {}
  const late = new Promise<Found>((resolve) => {
    giveUp = () => resolve(NONE)
  })
  const relax = deps.timers.after(PATIENCE_MS, giveUp)
  signal.addEventListener('abort', giveUp, { once: true })
  const found = searchRecall(deps, question).catch((error: unknown) => {
    deps.log.error(FAILED, { character_id: question.pair.characterId, error })
    return NONE
  })
  try {
    return await Promise.race([found, late])
  } finally {
    relax()
    signal.removeEventListener('abort', giveUp)
  }
}
