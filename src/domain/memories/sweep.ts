import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import type { Ids } from '../random.js'
import { type MemoryChange, toMemoryWrite } from './changes/record-changes.js'
import { inLayer, nextTurn } from './layers.js'
import type { MemoryRepository } from './ports.js'
import type { MemoryRecord } from './record.js'

type SweepDeps = {
  readonly memories: Pick<MemoryRepository, 'fading' | 'change' | 'watch'>
  readonly clock: Clock
  readonly ids: Ids
}

type Sweep = {
  /** Catches up on what fell due while nothing ran, then follows the clock. */
  start(): Promise<void>
  /** Looks anew at what is due when, after the clock was set by other means. */
  arm(): Promise<void>
  stop(): void
}

const AT_ONCE = 200

/**
 * Turns memories as time does: long-term ones that are not used become short-term, and those that are almost forgotten
 * decay. Each turn is recorded at the time it fell due, also when the server was not running then.
 */
export function createSweep({ memories, clock, ids }: SweepDeps): Sweep {
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
    const [first] = await memories.fading(1)
    const turn = first && nextTurn(first)
    if (turn !== undefined) armFor(turn.at)
  }
  const sweep = async () => {
    isRunning = true
    try {
      for (
        let due = await dueOf(memories, clock.now());
        due.length > 0;
        due = await dueOf(memories, clock.now())
      ) {
        for (const memory of due) await turn({ memories, ids }, memory, clock.now())
      }
    } finally {
      isRunning = false
    }
    await arm()
  }
  const unwatch = memories.watch((_, after) => {
    const turnAt = after && nextTurn(after)?.at
    if (!isRunning && turnAt !== undefined && turnAt < armedFor) armFor(turnAt)
  })

  return {
    start: sweep,
    arm,
    stop: () => {
      unwatch()
      cancel()
    },
  }
}

async function dueOf(memories: Pick<MemoryRepository, 'fading'>, now: Date): Promise<MemoryRecord[]> {
  const first = await memories.fading(AT_ONCE)
  return first.filter((memory) => (nextTurn(memory)?.at ?? Number.POSITIVE_INFINITY) <= now.getTime())
}

/** Decided anew when it is written: it may have been used, changed or erased meanwhile. */
async function turn(
  { memories, ids }: Pick<SweepDeps, 'memories' | 'ids'>,
  { id, agentId, playerId }: MemoryRecord,
  now: Date,
): Promise<void> {
  const pair: Pair = { characterId: agentId, playerId }
  await memories.change(pair, [id], ({ memories: current, facts }) => {
    const before = current.get(id)
    const next = before && nextTurn(before)
    const isDue = before !== undefined && next !== undefined && next.at <= now.getTime()
    const at = new Date(next?.at ?? now)
    return toMemoryWrite(isDue ? [turned(before, next.kind)] : [], { ids, now: at, facts })
  })
}

function turned(before: MemoryRecord, kind: 'decayed' | 'demoted'): MemoryChange {
  const after = kind === 'decayed' ? { ...before, status: kind } : inLayer(before, 'stm')
  return { before, after, kind, actor: 'time', reason: 'not used' }
}
