import type { Ids } from '../domain/chance.js'
import type { Clock } from '../domain/clock.js'
import type { Log } from '../domain/log.js'
import type { MemoryStore } from '../domain/memories/ports.js'
import { createMemoryIndexes, type MemoryIndexes } from '../domain/memories/search-index.js'
import { createSweep } from '../domain/memories/sweep.js'
import type { Search } from '../domain/retrieval/engine.js'

type RememberingDeps = {
  readonly memories: MemoryStore
  readonly search: Search
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}
type Remembering = { readonly memoryIndexes: MemoryIndexes; readonly stopFading: () => void }

/** What works on memories beside those who ask: time, and the indexes that follow them. */
export async function startRemembering(deps: RememberingDeps): Promise<Remembering> {
  const sweep = createSweep(deps)
  await sweep.start()
  return { memoryIndexes: createMemoryIndexes(deps), stopFading: sweep.stop }
}
