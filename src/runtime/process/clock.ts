import type { AdjustableClock, ClockAdjustment } from '../../domain/control/ports.js'
import type { Log } from '../../domain/log.js'
import type { Settings } from '../config/settings.js'
import { createTimerQueue, type ScheduledTask } from './timer-queue.js'

type ClockSettings = {
  /** Starts here instead of at the machine's time. */
  readonly startAt?: Date | undefined
  readonly frozen?: boolean
  /** Told when something that fell due fails: a bug, never a reason to stop the clock. */
  readonly onFailure: (error: unknown) => void
}

export type RunningClock = AdjustableClock & {
  /** Goes back to how the clock was made; what was scheduled stays. */
  restart(): void
  stop(): void
}

/**
 * The machine's clock behind an offset that can be set, advanced and frozen. What is scheduled runs in order of
 * time, and at the time it was scheduled for: during a jump the clock stops at each due date on the way.
 */
export function createClock({ startAt, frozen = false, onFailure }: ClockSettings): RunningClock {
  const hand = createAdjustableTime(startAt, frozen)
  const agenda = createTimerQueue()
  let turn: Promise<void> = Promise.resolve()

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work)
    return turn
  }

  const alarm = createWakeTimer(() =>
    inTurn(async () => {
      if (!hand.isStanding()) await runUntil(hand.read(), () => undefined)
      rearm()
    }),
  )

  const rearm = () => alarm.arm(hand.isStanding() ? undefined : agenda.peek(), hand.read())

  const runUntil = async (target: number, reach: (at: number) => void) => {
    for (let due = agenda.peek(); due !== undefined && due.at <= target; due = agenda.peek()) {
      agenda.remove(due)
      reach(due.at)
      await runTask(due, onFailure)
    }
  }

  return {
    now: () => new Date(hand.read()),
    isFrozen: () => hand.isFrozen(),
    schedule: (at, run) => {
      const due: ScheduledTask = { at: at.getTime(), run }
      agenda.add(due)
      if (agenda.peek() === due) rearm()
      return () => agenda.remove(due)
    },
    adjust: ({ set, advance, frozen: freeze }: ClockAdjustment) =>
      inTurn(async () => {
        const target = (set?.getTime() ?? hand.read()) + (advance ?? 0)
        if (target > hand.read()) await runUntil(target, (at) => hand.holdAt(Math.max(at, hand.read())))
        hand.moveTo(target, freeze ?? hand.isFrozen())
        rearm()
      }),
    restart: () => {
      hand.restart()
      rearm()
    },
    stop: alarm.stop,
  }
}

/** What the clock shows: the machine's time behind an offset, or a time at which it is held. */
function createAdjustableTime(startAt: Date | undefined, frozenFirst: boolean) {
  let offset = 0
  let heldAt: number | undefined
  let isFrozen = frozenFirst

  const moveTo = (target: number, frozen: boolean) => {
    isFrozen = frozen
    offset = target - Date.now()
    heldAt = frozen ? target : undefined
  }
  const restart = () => moveTo(startAt?.getTime() ?? Date.now(), frozenFirst)
  restart()

  return {
    read: () => heldAt ?? Date.now() + offset,
    isFrozen: () => isFrozen,
    isStanding: () => heldAt !== undefined,
    holdAt: (at: number) => {
      heldAt = at
    },
    moveTo,
    restart,
  }
}

/** The longest delay that Node's timers hold; a farther date is reached in several steps. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

function createWakeTimer(ring: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    arm: (due: ScheduledTask | undefined, now: number) => {
      clearTimeout(timer)
      if (due === undefined) return
      timer = setTimeout(ring, Math.min(Math.max(due.at - now, 0), LONGEST_DELAY_MS))
      timer.unref()
    },
    stop: () => clearTimeout(timer),
  }
}

async function runTask(due: ScheduledTask, onFailure: (error: unknown) => void): Promise<void> {
  try {
    await due.run()
  } catch (error) {
    onFailure(error)
  }
}

/** The clock of a server; it stands still when the settings say at what time it starts. */
export const createServerClock = ({ clock: startAt }: Pick<Settings, 'clock'>, log: Log): RunningClock =>
  createClock({
    startAt,
    frozen: startAt !== undefined,
    onFailure: (error) => log.error('something that fell due failed', { error }),
  })
