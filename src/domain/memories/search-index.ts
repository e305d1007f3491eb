import type { Pair } from '../conversations/ports.js'
import type { Log } from '../log.js'
import type { Search, SearchEngine } from '../retrieval/engine.js'
import { createIndexCache, INDEX_BUDGET_BYTES } from '../retrieval/index-cache.js'
import type { NewDocument, SearchIndex } from '../retrieval/ports.js'
import { activeMemories } from './active.js'
import type { MemoryStore } from './ports.js'
import type { MemoryRecord } from './record.js'

/** The memories of each pair, searchable: one index a pair, so that nothing of another player can come up. */
export interface MemoryIndexes {
  /** Works with the pair's index, brought up to date. */
  use<T>(pair: Pair, work: (opened: OpenedIndex) => Promise<T>): Promise<T>
}

type OpenedIndex = {
  readonly index: SearchIndex
  readonly engine: SearchEngine
  /** A text as a vector; undefined when the provider fails, so that words alone must do. */
  embed(text: string): Promise<Float32Array | undefined>
}

type IndexesDeps = {
  readonly memories: Pick<MemoryStore, 'find' | 'list' | 'watch'>
  readonly search: Search
  readonly log: Log
}

const NO_VECTORS = 'Memories are searched by words alone, because the embeddings failed'

/**
 * Indexes are built when first asked for and follow the records when next asked for: until then only the ids of what
 * changed are noted. What was removed leaves at once, with the whole index.
 */
export function createMemoryIndexes({ memories, search, log }: IndexesDeps): MemoryIndexes {
  const notes = createNotes()
  const inTurn = createTurns()
  const cache = createIndexCache({
    budgetBytes: INDEX_BUDGET_BYTES,
    load: async (key) => {
      notes.begin(key)
      const engine = await search.engine()
      const index = engine.makeIndex(engine.embeddings)
      await index.add(await documentsOf({ engine, log }, await activeMemories({ memories }, pairOfKey(key))))
      return index
    },
  })
  const follow = async (ids: readonly string[], { index, engine }: Pick<OpenedIndex, 'index' | 'engine'>) => {
    if (ids.length === 0) return
    const found = await Promise.all(ids.map((id) => memories.find(id)))
    const active = found.filter((memory) => memory !== undefined).filter(({ status }) => status === 'active')
    const stays = new Set(active.map(({ id }) => id))
    await index.remove(ids.filter((id) => !stays.has(id)))
    await index.add(await documentsOf({ engine, log }, active))
  }
  memories.watch((before, after) => {
    const key = keyOf(after ?? before)
    if (after !== undefined) notes.note(key, after.id)
    else {
      notes.end(key)
      cache.forget(key)
    }
  })

  return {
    use: async ({ characterId, playerId }, work) => {
      const engine = await search.engine()
      const key = keyOf({ agentId: characterId, playerId })
      return cache.use(key, async (index) => {
        await inTurn(key, () => follow(notes.take(key), { index, engine })).catch((error: unknown) => {
          // What it holds now is anybody's guess; the next use builds it anew.
          cache.forget(key)
          throw error
        })
        const embed = async (text: string) => (await vectorsOf({ engine, log }, [text]))[0]
        return work({ index, engine, embed })
      })
    },
  }
}

/** The ids of what changed since an index was last brought up to date; of pairs without one nothing is noted. */
function createNotes() {
  const changed = new Map<string, Set<string>>()
  return {
    begin: (key: string) => void changed.set(key, new Set()),
    end: (key: string) => void changed.delete(key),
    note: (key: string, id: string) => void changed.get(key)?.add(id),
    take: (key: string): string[] => {
      const ids = [...(changed.get(key) ?? [])]
      changed.get(key)?.clear()
      return ids
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

function documentOf({ id, memoryType, content, slot }: MemoryRecord, vector?: Float32Array): NewDocument {
  return {
    id,
    kind: 'memory',
    type: memoryType,
    text: content,
    prev: '',
    near: '',
    subject: slot?.subject ?? '',
    ...(vector !== undefined && { vector }),
  }
}
