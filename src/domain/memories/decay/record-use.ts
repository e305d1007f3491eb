import type { Clock } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Ids } from '../../random.js'
import { type MemoryChange, toMemoryWrite } from '../changes/record-changes.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import { strengthen } from './forgetting-curve.js'

type RecordUseDeps = {
  readonly memories: Pick<MemoryRepository, 'change'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/** Notes that memories were used in a prompt: they are stronger for it, and may become long-term. */
export async function recordMemoryUse(
  { memories, clock, ids }: RecordUseDeps,
  pair: Pair,
  used: readonly string[],
): Promise<void> {
  if (used.length === 0) return
  const now = clock.now()
  await memories.change(pair, used, (view) => {
    const steps = [...view.memories.values()]
      .filter(({ status }) => status === 'active')
      .flatMap((memory) => useChanges(memory, now))
    return toMemoryWrite(steps, { ids, now, facts: view.facts })
  })
}

function useChanges(before: MemoryRecord, now: Date): MemoryChange[] {
  const strong = strengthen(before, now, { isRestated: false })
  const after = { ...strong, accessCount: before.accessCount + 1, lastAccessedAt: now.toISOString() }
  const how = { actor: 'conversation', reason: null } as const
  const step: MemoryChange = {
    before,
    after: { ...after, memoryLayer: before.memoryLayer },
    kind: 'used',
    ...how,
  }
  if (before.memoryLayer === after.memoryLayer) return [step]
  return [step, { before: step.after, after, kind: 'promoted', actor: 'conversation', reason: 'used again' }]
}
