import type { ConversationRepository, Pair } from '../../conversations/ports.js'
import type { Log } from '../../log.js'
import type { SearchEngine } from '../../retrieval/engine.js'
import type { SearchIndex } from '../../retrieval/ports.js'
import { activeMemories } from '../load-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import type { DirtySet } from './dirty-set.js'
import { documentsOf } from './memory-vectors.js'
import { MOST_TURNS, turnDocumentsOf } from './turn-documents.js'

export type IndexSyncDeps = {
  readonly memories: Pick<MemoryRepository, 'find' | 'list' | 'vectors' | 'saveVectors'>
  readonly conversations: Pick<ConversationRepository, 'find' | 'listRemembered'>
  readonly notes: DirtySet
  readonly log: Log
}
/** The index of a pair, under its key. */
export type IndexTarget = {
  readonly key: string
  readonly pair: Pair
  readonly index: SearchIndex
  readonly engine: SearchEngine
}

/** Puts what is remembered and what was said into an index that holds nothing yet. */
export async function fillIndex(deps: IndexSyncDeps, target: IndexTarget): Promise<void> {
  const said = await turnDocumentsOf(deps, target.pair, MOST_TURNS)
  await addMemories(deps, target, await activeMemories(deps, target.pair))
  await target.index.add(said)
}

/** Brings an index to what the records say now. */
export async function syncIndex(deps: IndexSyncDeps, target: IndexTarget): Promise<void> {
  const { pair, index } = target
  const { ids, turns } = deps.notes.take(index)
  // What was said before the new is now followed by something.
  if (turns > 0) await index.add(await turnDocumentsOf(deps, pair, turns + 1))
  if (ids.length === 0) return
  const found = await Promise.all(ids.map((id) => deps.memories.find(id)))
  const active = found.filter((memory) => memory !== undefined).filter(({ status }) => status === 'active')
  const stays = new Set(active.map(({ id }) => id))
  await index.remove(ids.filter((id) => !stays.has(id)))
  await addMemories(deps, target, active)
}

async function addMemories(
  deps: IndexSyncDeps,
  { key, index, engine }: IndexTarget,
  memories: readonly MemoryRecord[],
): Promise<void> {
  const { documents, bare } = await documentsOf({ ...deps, engine }, memories)
  await index.add(documents)
  deps.notes.noteBare(key, bare)
}
