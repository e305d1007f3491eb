import type { ChangeFeed } from '../../change-feed.js'
import type { Clock } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Ids } from '../../random.js'
import type { UnitOfWork } from '../../unit-of-work.js'
import { changeMemories } from '../changes/change-memories.js'
import { type MemoryChange, toMemoryWrite } from '../changes/record-changes.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import { isPutOff, moveToLayer, nextTransition } from './forgetting-curve.js'

type DecaySchedulerDeps = UnitOfWork & {
  readonly memories: Pick<MemoryRepository, 'nextToDecay'>
  readonly changes: ChangeFeed
  readonly clock: Clock
  readonly ids: Ids
}

type DecayScheduler = {
  /** Applies what fell due while the server was not running, then follows the clock. */
  start(): Promise<void>
  /** Rearms the timer after the clock was moved. */
  reschedule(): Promise<void>
  stop(): void
}

const BATCH_SIZE = 200

/**
 * Applies the passing of time: unused long-term memories become short-term, and short-term ones decay. Each transition
 * is recorded with the time it fell due, even if the server was not running then.
 */
export function createDecayScheduler(deps: DecaySchedulerDeps): DecayScheduler {
  const { memories, changes, clock } = deps
  let cancel = () => {}
  let armedFor = Number.POSITIVE_INFINITY
  let isRunning = false

  const armFor = (at: number) => {
    cancel()
    armedFor = at
    cancel = clock.schedule(new Date(at), applyDue)
  }
  const arm = async () => {
    cancel()
    armedFor = Number.POSITIVE_INFINITY
    const [first] = await memories.nextToDecay(1)
    const transition = first && nextTransition(first)
    if (transition !== undefined) armFor(transition.at)
  }
  const applyDue = async () => {
    isRunning = true
    try {
      for (
        let due = await findDue(memories, clock.now());
        due.length > 0;
        due = await findDue(memories, clock.now())
      ) {
        for (const memory of due) await applyTransition(deps, memory, clock.now())
      }
    } finally {
      isRunning = false
    }
    await arm()
  }
  const unsubscribe = changes(['memories'], ({ before, after }) => {
    if (before !== undefined && after !== undefined && isPutOff(before, after)) return
    const transitionAt = after && nextTransition(after)?.at
    if (!isRunning && transitionAt !== undefined && transitionAt < armedFor) armFor(transitionAt)
  })

  return {
    start: applyDue,
    reschedule: arm,
    stop: () => {
      unsubscribe()
      cancel()
    },
  }
}

async function findDue(memories: Pick<MemoryRepository, 'nextToDecay'>, now: Date): Promise<MemoryRecord[]> {
  const first = await memories.nextToDecay(BATCH_SIZE)
  return first.filter((memory) => (nextTransition(memory)?.at ?? Number.POSITIVE_INFINITY) <= now.getTime())
}

/** Checks again inside the change, because the memory may have been used, edited or erased in the meantime. */
async function applyTransition(
  { transact, ids }: Pick<DecaySchedulerDeps, 'transact' | 'ids'>,
  { id, agentId, playerId }: MemoryRecord,
  now: Date,
): Promise<void> {
  const pair: Pair = { characterId: agentId, playerId }
  await changeMemories({ transact }, { pair, ids: [id] }, ({ memories: current, facts }) => {
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
