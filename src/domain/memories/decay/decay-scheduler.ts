import type { Clock } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Ids } from '../../random.js'
import { type MemoryChange, toMemoryWrite } from '../changes/record-changes.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import { moveToLayer, nextTransition } from './forgetting-curve.js'

type DecaySchedulerDeps = {
  readonly memories: Pick<MemoryRepository, 'nextToDecay' | 'change' | 'watch'>
  readonly clock: Clock
  readonly ids: Ids
}

type DecayScheduler = {
  /** Catches up on what fell due while nothing ran, then follows the clock. */
  start(): Promise<void>
  /** Looks anew at what is due when, after the clock was set by other means. */
  reschedule(): Promise<void>
  stop(): void
}

const AT_ONCE = 200

/**
 * Turns memories as time does: long-term ones that are not used become short-term, and those that are almost forgotten
 * decay. Each turn is recorded at the time it fell due, also when the server was not running then.
 */
export function createDecayScheduler({ memories, clock, ids }: DecaySchedulerDeps): DecayScheduler {
  let cancel = () => {}
  let armedFor = Number.POSITIVE_INFINITY
  let isRunning = false

  const armFor = (at: number) => {
    cancel()
    armedFor = at
    cancel = clock.schedule(new Date(at), sweep)
  }
  const arm = async () => {
    cancel()
    armedFor = Number.POSITIVE_INFINITY
    const [first] = await memories.nextToDecay(1)
    const turn = first && nextTransition(first)
    if (turn !== undefined) armFor(turn.at)
  }
  const sweep = async () => {
    isRunning = true
    try {
      for (
        let due = await findDue(memories, clock.now());
        due.length > 0;
        due = await findDue(memories, clock.now())
      ) {
        for (const memory of due) await applyTransition({ memories, ids }, memory, clock.now())
      }
    } finally {
      isRunning = false
    }
    await arm()
  }
  const unwatch = memories.watch((_, after) => {
    const turnAt = after && nextTransition(after)?.at
    if (!isRunning && turnAt !== undefined && turnAt < armedFor) armFor(turnAt)
  })

  return {
    start: sweep,
    reschedule: arm,
    stop: () => {
      unwatch()
      cancel()
    },
  }
}

async function findDue(memories: Pick<MemoryRepository, 'nextToDecay'>, now: Date): Promise<MemoryRecord[]> {
  const first = await memories.nextToDecay(AT_ONCE)
  return first.filter((memory) => (nextTransition(memory)?.at ?? Number.POSITIVE_INFINITY) <= now.getTime())
}

/** Decided anew when it is written: it may have been used, changed or erased meanwhile. */
async function applyTransition(
  { memories, ids }: Pick<DecaySchedulerDeps, 'memories' | 'ids'>,
  { id, agentId, playerId }: MemoryRecord,
  now: Date,
): Promise<void> {
  const pair: Pair = { characterId: agentId, playerId }
  await memories.change(pair, [id], ({ memories: current, facts }) => {
    const before = current.get(id)
    const next = before && nextTransition(before)
    const isDue = before !== undefined && next !== undefined && next.at <= now.getTime()
    const at = new Date(next?.at ?? now)
    return toMemoryWrite(isDue ? [transitionChange(before, next.kind)] : [], { ids, now: at, facts })
  })
}

function transitionChange(before: MemoryRecord, kind: 'decayed' | 'demoted'): MemoryChange {
  const after = kind === 'decayed' ? { ...before, status: kind } : moveToLayer(before, 'stm')
  return { before, after, kind, actor: 'time', reason: 'not used' }
}
