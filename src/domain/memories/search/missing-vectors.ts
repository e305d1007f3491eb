import type { Log } from '../../log.js'
import type { SearchEngine } from '../../retrieval/engine.js'
import type { IndexCache } from '../../retrieval/index-cache.js'
import type { MemoryRepository } from '../ports.js'
import type { DirtySet } from './dirty-set.js'
import { AT_ONCE, documentOf, makeVectors } from './memory-vectors.js'

type FillVectorsDeps = {
  readonly memories: Pick<MemoryRepository, 'find' | 'vectors' | 'saveVectors'>
  readonly indexes: Pick<IndexCache, 'change'>
  readonly notes: DirtySet
  /** Does work on one index one after another. */
  readonly inTurn: (key: string, work: () => Promise<void>) => Promise<void>
  readonly log: Log
}

const FAILED = 'Memories could not be given vectors; the next search tries again'

/** Gives the memories of an index that lack vectors theirs, in the background, once at a time for each index. */
export function createMissingVectorFiller(
  deps: FillVectorsDeps,
): (key: string, engine: SearchEngine) => void {
  const running = new Set<string>()
  return (key, engine) => {
    if (running.has(key) || deps.notes.bare(key, 1).length === 0) return
    running.add(key)
    void fill(deps, key, engine)
      .catch((error: unknown) => deps.log.error(FAILED, { error }))
      .finally(() => running.delete(key))
  }
}

async function fill(deps: FillVectorsDeps, key: string, engine: SearchEngine): Promise<void> {
  const { notes, indexes, inTurn } = deps
  for (let ids = notes.bare(key, AT_ONCE); ids.length > 0; ids = notes.bare(key, AT_ONCE)) {
    const lacking = await currentOf(deps, ids)
    const made = await makeVectors({ ...deps, engine }, lacking)
    if (made === undefined) return
    await indexes.change(key, (index) =>
      inTurn(key, async () => {
        // What says something else by now is noted, and brought up to date by the next use.
        const before = new Map(lacking.map((memory) => [memory.id, memory.contentHash]))
        const still = (await currentOf(deps, ids)).filter((now) => before.get(now.id) === now.contentHash)
        await index.add(still.map((memory) => documentOf(memory, made.get(memory.id))))
      }),
    )
    notes.dress(key, ids)
  }
}

async function currentOf({ memories }: Pick<FillVectorsDeps, 'memories'>, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => memories.find(id)))
  return found.flatMap((memory) => (memory?.status === 'active' ? [memory] : []))
}
