import type { Ids } from '../chance.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { DomainError } from '../errors.js'
import { type MemoryStep, recordSteps } from './change.js'
import type { MemoryStore } from './ports.js'
import { findMemory, ofPair } from './reach.js'
import type { MemoryRecord } from './record.js'

type UndoDeps = {
  readonly memories: Pick<MemoryStore, 'find' | 'change'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/**
 * Brings a superseded memory back. What took its place is now superseded by it, so that this can be undone as well;
 * where that was superseded in turn, the later one must be undone first (`conflict`).
 */
export async function undoSupersession(deps: UndoDeps, pair: Pair, id: string): Promise<MemoryRecord> {
  const memory = await findMemory(deps, pair, id)
  if (memory.status !== 'superseded') throw new DomainError('conflict', 'This memory is not superseded')
  const now = deps.clock.now()
  const involved = [id, ...(memory.supersededBy === null ? [] : [memory.supersededBy])]
  const written = await deps.memories.change(pair, involved, ({ memories, facts }) => {
    const before = ofPair(memories.get(id), pair)
    const rival = memories.get(before.supersededBy ?? '')
    if (rival?.status === 'superseded') throw new DomainError('conflict', 'Undo the later supersession first')
    return recordSteps(undoing(before, rival, now), { ids: deps.ids, now, facts })
  })
  return ofPair(
    written.memories.find((one) => one.id === id),
    pair,
  )
}

function undoing(before: MemoryRecord, rival: MemoryRecord | undefined, now: Date): MemoryStep[] {
  const updatedAt = now.toISOString()
  const how = { actor: 'manual', reason: 'undone' } as const
  const restored = {
    ...before,
    status: 'active' as const,
    supersedes: rival?.id ?? null,
    supersededBy: null,
    reason: null,
    lastUsedAt: updatedAt,
    updatedAt,
  }
  const back: MemoryStep = { before, after: restored, kind: 'restored', ...how }
  if (rival?.status !== 'active') return [back]
  const retired = {
    ...rival,
    status: 'superseded' as const,
    supersedes: null,
    supersededBy: before.id,
    reason: 'undone',
    updatedAt,
  }
  return [{ before: rival, after: retired, kind: 'superseded', ...how }, back]
}
