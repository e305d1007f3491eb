import type { ConversationStore, Pair } from '../conversations/ports.js'
import type { Log } from '../log.js'
import type { Search, SearchEngine } from '../retrieval/engine.js'
import { createIndexCache, INDEX_BUDGET_BYTES } from '../retrieval/index-cache.js'
import type { NewDocument, SearchIndex } from '../retrieval/ports.js'
import { activeMemories } from './active.js'
import type { MemoryStore } from './ports.js'
import type { MemoryRecord } from './record.js'
import { MOST_TURNS, turnsOf } from './turn-documents.js'

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
  readonly memories: Pick<MemoryStore, 'find' | 'list' | 'counts' | 'watch'>
  readonly conversations: Pick<ConversationStore, 'find' | 'remembered' | 'watch'>
  readonly search: Search
  readonly log: Log
}

const NO_INDEX = 'The memories of a player could not be indexed; the next search tries again'
const NO_VECTORS = 'Memories are searched by words alone, because the embeddings failed'

/**
 * Indexes are built when first asked for and follow the records when next asked for: until then only the ids of what
 * changed are noted. What was removed leaves at once, with the whole index.
 */
export function createMemoryIndexes({ memories, conversations, search, log }: IndexesDeps): MemoryIndexes {
  const notes = createNotes()
  const inTurn = createTurns()
  const cache = createIndexCache({
    budgetBytes: INDEX_BUDGET_BYTES,
    load: async (key) => {
      notes.begin(key)
      const engine = await search.engine()
      const index = engine.makeIndex(engine.embeddings)
      const pair = pairOfKey(key)
      const said = await turnsOf({ conversations }, pair, MOST_TURNS)
      await index.add(await documentsOf({ engine, log }, await activeMemories({ memories }, pair)))
      await index.add(said)
      return index
    },
  })
  const follow = async (key: string, { index, engine }: Pick<OpenedIndex, 'index' | 'engine'>) => {
    const { ids, turns } = notes.take(key)
    // What was said before the new is now followed by something.
    if (turns > 0) await index.add(await turnsOf({ conversations }, pairOfKey(key), turns + 1))
    if (ids.length === 0) return
    const found = await Promise.all(ids.map((id) => memories.find(id)))
    const active = found.filter((memory) => memory !== undefined).filter(({ status }) => status === 'active')
    const stays = new Set(active.map(({ id }) => id))
    await index.remove(ids.filter((id) => !stays.has(id)))
    await index.add(await documentsOf({ engine, log }, active))
  }
  const forget = (key: string) => {
    notes.end(key)
    cache.forget(key)
  }
  memories.watch((before, after) => {
    const key = keyOf(after ?? before)
    if (after !== undefined) notes.note(key, after.id)
    else forget(key)
  })
  conversations.watch(({ characterId, playerId }, message) => {
    const key = keyOf({ agentId: characterId, playerId })
    if (message === undefined) forget(key)
    else notes.noteTurn(key)
  })

  const use: MemoryIndexes['use'] = async ({ characterId, playerId }, work) => {
    const engine = await search.engine()
    const key = keyOf({ agentId: characterId, playerId })
    return cache.use(key, async (index) => {
      await inTurn(key, () => follow(key, { index, engine })).catch((error: unknown) => {
        // What it holds now is anybody's guess; the next use builds it anew.
        cache.forget(key)
        throw error
      })
      const embed = async (text: string) => (await vectorsOf({ engine, log }, [text]))[0]
      return work({ index, engine, embed })
    })
  }
  return {
    use,
    hold: (pair) => {
      const letGo = cache.pin(keyOf({ agentId: pair.characterId, playerId: pair.playerId }))
      void isWorthSearching({ memories }, pair)
        .then((isWorth) => (isWorth ? use(pair, async () => undefined) : undefined))
        .catch((error: unknown) => log.error(NO_INDEX, { character_id: pair.characterId, error }))
      return letGo
    },
  }
}

/** Who has just met has nothing to find, and the search engine takes its time to be made. */
const isWorthSearching = async ({ memories }: Pick<IndexesDeps, 'memories'>, pair: Pair): Promise<boolean> =>
  (await memories.counts(pair)).active > 0

/** What changed since an index was last brought up to date; of pairs without one nothing is noted. */
function createNotes() {
  const changed = new Map<string, { ids: Set<string>; turns: number }>()
  return {
    begin: (key: string) => void changed.set(key, { ids: new Set(), turns: 0 }),
    end: (key: string) => void changed.delete(key),
    note: (key: string, id: string) => void changed.get(key)?.ids.add(id),
    noteTurn: (key: string) => {
      const notes = changed.get(key)
      if (notes !== undefined) notes.turns += 1
    },
    take: (key: string): { readonly ids: readonly string[]; readonly turns: number } => {
      const { ids, turns } = changed.get(key) ?? { ids: new Set<string>(), turns: 0 }
      if (changed.has(key)) changed.set(key, { ids: new Set(), turns: 0 })
      return { ids: [...ids], turns }
    },
  }
}

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

type Embedding = { readonly engine: SearchEngine; readonly log: Log }

/** None when the provider fails. */
async function vectorsOf({ engine, log }: Embedding, texts: readonly string[]): Promise<Float32Array[]> {
  try {
    return await engine.embeddings.embed(texts, new AbortController().signal)
  } catch (error) {
    log.warn(NO_VECTORS, { error })
    return []
  }
}

async function documentsOf(how: Embedding, memories: readonly MemoryRecord[]): Promise<NewDocument[]> {
  const vectors = await vectorsOf(
    how,
    memories.map(({ content }) => content),
  )
  return memories.map((memory, at) => documentOf(memory, vectors[at]))
}

const keyOf = (owner: Pick<MemoryRecord, 'agentId' | 'playerId'> | undefined): string =>
  JSON.stringify([owner?.agentId, owner?.playerId])

function pairOfKey(key: string): Pair {
  // Made by keyOf.
  const [characterId, playerId] = JSON.parse(key) as [string, string]
  return { characterId, playerId }
}

function documentOf(
  { id, memoryType, content, slot, sourceQuote }: MemoryRecord,
  vector?: Float32Array,
): NewDocument {
  return {
    id,
    kind: 'memory',
    type: memoryType,
    text: content,
    prev: '',
    near: sourceQuote ?? '',
    subject: slot?.subject ?? '',
    ...(vector !== undefined && { vector }),
  }
}
