import { type ConversationRepository, HISTORY_MESSAGES, type Pair } from '../../conversations/ports.js'
import { createKeyedMutex } from '../../keyed-mutex.js'
import type { Log } from '../../log.js'
import type { SearchEngine, SearchEngineProvider } from '../../retrieval/engine.js'
import { createIndexCache, INDEX_BUDGET_BYTES } from '../../retrieval/index-cache.js'
import type { SearchIndex } from '../../retrieval/ports.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import { createDirtySet, type DirtySet } from './dirty-set.js'
import { fillIndex, type IndexTarget, syncIndex } from './index-sync.js'
import { isSameDocument, vectorsOf } from './memory-vectors.js'
import { createMissingVectorFiller } from './missing-vectors.js'

/**
 * The active memories of each pair and what the two said, searchable: one index a pair, so that nothing of another
 * player can come up.
 */
export interface MemoryIndexes {
  /** Works with the pair's index, brought up to date. */
  use<T>(pair: Pair, work: (opened: OpenedIndex) => Promise<T>): Promise<T>
  /** Brings the pair's index up to date, if there is one: who asks next need not wait for that. */
  follow(pair: Pair): void
  /** Keeps the pair's index in memory, and builds it, until the call it returns is made. */
  hold(pair: Pair): () => void
}

export type OpenedIndex = {
  readonly index: SearchIndex
  readonly engine: SearchEngine
  /** A text as a vector; undefined when the provider fails, so that words alone must do. */
  embed(text: string): Promise<Float32Array | undefined>
}

type IndexesDeps = {
  readonly memories: Pick<
    MemoryRepository,
    'find' | 'list' | 'countsByStatus' | 'watch' | 'vectors' | 'saveVectors'
  >
  readonly conversations: Pick<ConversationRepository, 'find' | 'listRemembered' | 'subscribe'>
  readonly search: SearchEngineProvider
  readonly log: Log
}

const NO_INDEX = 'The memories of a player could not be indexed; the next search tries again'

/**
 * Indexes are built when first asked for and follow the records when next asked for: until then only the ids of what
 * changed are noted. What was removed leaves at once, with the whole index. Memories that could not be given vectors, or
 * are too many to wait for, get them in the background, as soon as the embeddings work.
 */
export function createMemoryIndexes({ memories, conversations, search, log }: IndexesDeps): MemoryIndexes {
  const notes = createDirtySet()
  const contents = { memories, conversations, notes, log }
  // Else an older state could be written over a newer one.
  const { runExclusive: inTurn } = createKeyedMutex()
  const cache = createIndexCache({
    budgetBytes: INDEX_BUDGET_BYTES,
    load: async (key) => {
      const belongTo = notes.begin(key)
      const engine = await search.engine()
      const index = engine.makeIndex(engine.embeddings)
      belongTo(index)
      await fillIndex(contents, { key, pair: pairOfKey(key), index, engine })
      return index
    },
  })
  const fillSoon = createMissingVectorFiller({ memories, indexes: cache, notes, inTurn, log })
  const forget = (key: string) => {
    notes.end(key)
    cache.forget(key)
  }
  noteChanges({ memories, conversations }, notes, forget)

  const update = async ({ key, ...target }: IndexTarget) =>
    inTurn(key, () => syncIndex(contents, { key, ...target })).catch((error: unknown) => {
      // What it holds now is anybody's guess; the next use builds it anew.
      cache.forget(key)
      throw error
    })
  const use: MemoryIndexes['use'] = async (pair, work) => {
    const engine = await search.engine()
    const key = keyOfPair(pair)
    return cache.use(key, async (index) => {
      await update({ key, pair, index, engine })
      const embed = async (text: string) => {
        const vectors = await vectorsOf({ engine, log }, [text])
        if (vectors !== undefined) fillSoon(key, engine)
        return vectors?.[0]
      }
      return work({ index, engine, embed })
    })
  }
  const tell = (pair: Pair) => (error: unknown) =>
    log.error(NO_INDEX, { character_id: pair.characterId, error })
  return {
    use,
    follow: (pair) => {
      const key = keyOfPair(pair)
      void cache
        .change(key, async (index) => update({ key, pair, index, engine: await search.engine() }))
        .catch(tell(pair))
    },
    hold: (pair) => {
      const key = keyOfPair(pair)
      const letGo = cache.pin(key)
      void isWorthSearching({ memories, conversations }, pair)
        .then((isWorth) => (isWorth ? use(pair, async ({ engine }) => fillSoon(key, engine)) : undefined))
        .catch(tell(pair))
      return letGo
    },
  }
}

/** What is to be done at the next use; what was removed leaves at once. */
function noteChanges(
  { memories, conversations }: Pick<IndexesDeps, 'memories' | 'conversations'>,
  notes: DirtySet,
  forget: (key: string) => void,
): void {
  memories.watch((before, after) => {
    const key = keyOf(after ?? before)
    if (after === undefined) forget(key)
    else if (before === undefined || !isSameDocument(before, after)) notes.note(key, after.id)
  })
  conversations.subscribe((pair, message) => {
    const key = keyOfPair(pair)
    if (message === undefined) forget(key)
    else notes.noteTurn(key)
  })
}

/** Who has just met has nothing to find, and the search engine takes its time to be made. */
const isWorthSearching = async (
  { memories, conversations }: Pick<IndexesDeps, 'memories' | 'conversations'>,
  pair: Pair,
): Promise<boolean> => {
  const [counts, conversation] = await Promise.all([memories.countsByStatus(pair), conversations.find(pair)])
  return counts.active > 0 || (conversation?.messageCount ?? 0) > HISTORY_MESSAGES
}

const keyOf = (owner: Pick<MemoryRecord, 'agentId' | 'playerId'> | undefined): string =>
  keyOfPair({ characterId: owner?.agentId ?? '', playerId: owner?.playerId ?? '' })

/** The length tells where the first id ends. Made for every message that is stored or removed: no JSON. */
const keyOfPair = ({ characterId, playerId }: Pair): string =>
  `${characterId.length} ${characterId}${playerId}`

function pairOfKey(key: string): Pair {
  const from = key.indexOf(' ') + 1
  const to = from + Number.parseInt(key, 10)
  return { characterId: key.slice(from, to), playerId: key.slice(to) }
}
