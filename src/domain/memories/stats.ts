import { DAY_MS } from '../../contract/durations.js'
import { MEMORY_TYPES } from '../../contract/memories.js'
import type { MemoryStats } from '../../contract/memory-views.js'
import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { authorizeMemoryRead, type MemoryDeps } from './authorize.js'
import { activeMemories } from './load-memories.js'

type StatsDeps = MemoryDeps<'list' | 'countsByStatus' | 'coreFacts' | 'layerTransfers'> & {
  readonly clock: Pick<Clock, 'now'>
}

const WEEK_MS = 7 * DAY_MS

/** Counts of a player's memories, and of promotions and demotions in the last seven days. */
export async function memoryStats(deps: StatsDeps, caller: CallerIdentity, pair: Pair): Promise<MemoryStats> {
  await authorizeMemoryRead(deps, caller, pair)
  const [counts, facts, transfers, active] = await Promise.all([
    deps.memories.countsByStatus(pair),
    deps.memories.coreFacts(pair),
    deps.memories.layerTransfers(pair),
    activeMemories(deps, pair),
  ])
  const now = deps.clock.now().getTime()
  const recent = transfers.filter(({ at }) => now - Date.parse(at) < WEEK_MS && Date.parse(at) <= now)
  const byType = countBy(active.map(({ memoryType }) => memoryType))
  const byLayer = countBy(active.map(({ memoryLayer }) => memoryLayer))

  return {
    totalActive: counts.active,
    totalSuperseded: counts.superseded,
    totalDecayed: counts.decayed,
    byType: Object.fromEntries(
      MEMORY_TYPES.flatMap((type) => (byType.has(type) ? [[type, byType.get(type) ?? 0]] : [])),
    ),
    coreFacts: facts.length,
    byLayer: { ltm: byLayer.get('ltm') ?? 0, stm: byLayer.get('stm') ?? 0 },
    lastLayerTransferAt: transfers.at(-1)?.at ?? null,
    recentPromotions7d: recent.filter(({ kind }) => kind === 'promoted').length,
    recentDemotions7d: recent.filter(({ kind }) => kind === 'demoted').length,
  }
}

function countBy<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
