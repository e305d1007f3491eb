import type { ConversationStore, Pair } from '../conversations/ports.js'
import type { Log } from '../log.js'
import type { Search, SearchEngine } from '../retrieval/engine.js'
import { createIndexCache, INDEX_BUDGET_BYTES } from '../retrieval/index-cache.js'
import type { SearchIndex } from '../retrieval/ports.js'
import { createFilling } from './fill-vectors.js'
import { bringUpToDate, fillIndex } from './index-contents.js'
import { createIndexNotes } from './index-notes.js'
import { vectorsOf } from './memory-vectors.js'
import type { MemoryStore } from './ports.js'
import type { MemoryRecord } from './record.js'

/**
 * The active memories of each pair and what the two said, searchable: one index a pair, so that nothing of another
 * player can come up.
 */
export interface MemoryIndexes {
  /** Works with the pair's index, brought up to date. */
  use<T>(pair: Pair, work: (opened: OpenedIndex) => Promise<T>): Promise<T>
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
  readonly memories: Pick<MemoryStore, 'find' | 'list' | 'counts' | 'watch' | 'vectors' | 'keepVectors'>
  readonly conversations: Pick<ConversationStore, 'find' | 'remembered' | 'watch'>
  readonly search: Search
  readonly log: Log
}

const NO_INDEX = 'The memories of a player could not be indexed; the next search tries again'

/**
 * Indexes are built when first asked for and follow the records when next asked for: until then only the ids of what
 * changed are noted. What was removed leaves at once, with the whole index. Memories that could not be given vectors, or
 * are too many to wait for, get them in the background, as soon as the embeddings work.
 */
export function createMemoryIndexes({ memories, conversations, search, log }: IndexesDeps): MemoryIndexes {
  const notes = createIndexNotes()
  const contents = { memories, conversations, notes, log }
  const inTurn = createTurns()
  const cache = createIndexCache({
    budgetBytes: INDEX_BUDGET_BYTES,
    load: async (key) => {
      notes.begin(key)
      const engine = await search.engine()
      const index = engine.makeIndex(engine.embeddings)
      await fillIndex(contents, { key, pair: pairOfKey(key), index, engine })
      return index
    },
  })
  const fillSoon = createFilling({ memories, indexes: cache, notes, inTurn, log })
  const forget = (key: string) => {
    notes.end(key)
    cache.forget(key)
  }
  memories.watch((before, after) => {
    const key = keyOf(after ?? before)
    if (after !== undefined) notes.note(key, after.id)
    else forget(key)
  })
  conversations.watch((pair, message) => {
    const key = keyOfPair(pair)
    if (message === undefined) forget(key)
    else notes.noteTurn(key)
  })

  const use: MemoryIndexes['use'] = async (pair, work) => {
    const engine = await search.engine()
    const key = keyOfPair(pair)
    return cache.use(key, async (index) => {
      await inTurn(key, () => bringUpToDate(contents, { key, pair, index, engine })).catch(
        (error: unknown) => {
          // What it holds now is anybody's guess; the next use builds it anew.
          cache.forget(key)
          throw error
        },
      )
      const embed = async (text: string) => {
        const vectors = await vectorsOf({ engine, log }, [text])
        if (vectors !== undefined) fillSoon(key, engine)
        return vectors?.[0]
      }
      return work({ index, engine, embed })
    })
  }
  return {
    use,
    hold: (pair) => {
      const key = keyOfPair(pair)
      const letGo = cache.pin(key)
      void isWorthSearching({ memories }, pair)
        .then((isWorth) => (isWorth ? use(pair, async ({ engine }) => fillSoon(key, engine)) : undefined))
        .catch((error: unknown) => log.error(NO_INDEX, { character_id: pair.characterId, error }))
      return letGo
    },
  }
}

/** Who has just met has nothing to find, and the search engine takes its time to be made. */
const isWorthSearching = async ({ memories }: Pick<IndexesDeps, 'memories'>, pair: Pair): Promise<boolean> =>
  (await memories.counts(pair)).active > 0

/** Does work of one key one after another, or an older state could be written over a newer one. */
function createTurns() {
  const turns = new Map<string, Promise<void>>()
  return async (key: string, work: () => Promise<void>): Promise<void> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => undefined)
    turns.set(key, settled)
    await turn
    if (turns.get(key) === settled) turns.delete(key)
  }
}

const keyOf = (owner: Pick<MemoryRecord, 'agentId' | 'playerId'> | undefined): string =>
  JSON.stringify([owner?.agentId, owner?.playerId])

const keyOfPair = ({ characterId, playerId }: Pair): string => keyOf({ agentId: characterId, playerId })

function pairOfKey(key: string): Pair {
  // Made by keyOf.
  const [characterId, playerId] = JSON.parse(key) as [string, string]
  return { characterId, playerId }
}
