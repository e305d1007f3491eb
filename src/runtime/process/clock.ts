import type { AdjustableClock, ClockAdjustment } from '../../domain/control/ports.js'
import { domainError } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'
import type { Settings } from '../config/settings.js'

type ClockSettings = {
  /** Starts here instead of at the machine's time. */
  readonly startAt?: Date | undefined
  readonly frozen?: boolean
  /** Called when a scheduled task throws, which does not stop the clock. */
  readonly onFailure: (error: unknown) => void
}

export type RunningClock = AdjustableClock & {
  /** Returns to the initial time; scheduled tasks stay. */
  restart(): void
  stop(): void
}

/**
 * The machine's clock with an offset that can be set, advanced and frozen. Scheduled tasks run in order of time and see
 * the time that they were scheduled for: a jump stops at each due date on its way.
 */
export function createClock({ startAt, frozen = false, onFailure }: ClockSettings): RunningClock {
  const time = createAdjustableTime(startAt, frozen)
  const queue = createTimerQueue()
  let lastStep: Promise<void> = Promise.resolve()

  const runInOrder = (step: () => Promise<void>): Promise<void> => {
    lastStep = lastStep.then(step)
    return lastStep
  }

  const wakeTimer = createWakeTimer(() =>
    runInOrder(async () => {
      if (!time.isHeld()) await runUntil(time.read(), () => undefined)
      rearm()
    }),
  )

  const rearm = () => wakeTimer.arm(time.isHeld() ? undefined : queue.peek(), time.read())

  const runUntil = async (target: number, onReach: (at: number) => void) => {
    for (let due = queue.peek(); due !== undefined && due.at <= target; due = queue.peek()) {
      queue.remove(due)
      onReach(due.at)
      await runTask(due, onFailure)
    }
  }

  return {
    now: () => new Date(time.read()),
    isFrozen: () => time.isFrozen(),
    schedule: (at, run) => {
      const due: ScheduledTask = { at: at.getTime(), run }
      queue.add(due)
      if (queue.peek() === due) rearm()
      return () => queue.remove(due)
    },
    adjust: ({ set, advance, frozen: freeze }: ClockAdjustment) =>
      runInOrder(async () => {
        const target = (set?.getTime() ?? time.read()) + (advance ?? 0)
        if (target > time.read()) await runUntil(target, (at) => time.holdAt(Math.max(at, time.read())))
        time.moveTo(target, freeze ?? time.isFrozen())
        rearm()
      }),
    restart: () => {
      time.restart()
      rearm()
    },
    stop: wakeTimer.stop,
  }
}

/** One that cannot be moved, where other servers of the same records have clocks of their own. */
export const withFixedTime = (clock: RunningClock): RunningClock => ({
  ...clock,
  adjust: async () => {
    throw domainError('needsSingleServer', 'clock')
  },
})

/** The machine's time plus an offset, or a fixed time at which it is held. */
function createAdjustableTime(startAt: Date | undefined, frozenAtStart: boolean) {
  let offset = 0
  let heldAt: number | undefined
  let isFrozen = frozenAtStart

  const moveTo = (target: number, frozen: boolean) => {
    isFrozen = frozen
    offset = target - Date.now()
    heldAt = frozen ? target : undefined
  }
  const restart = () => moveTo(startAt?.getTime() ?? Date.now(), frozenAtStart)
  restart()

  return {
    read: () => heldAt ?? Date.now() + offset,
    isFrozen: () => isFrozen,
    isHeld: () => heldAt !== undefined,
    holdAt: (at: number) => {
      heldAt = at
    },
    moveTo,
    restart,
  }
}

/** The longest delay of Node's timers; a later date takes several timers. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

function createWakeTimer(onWake: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    arm: (due: ScheduledTask | undefined, now: number) => {
      clearTimeout(timer)
      if (due === undefined) return
      timer = setTimeout(onWake, Math.min(Math.max(due.at - now, 0), LONGEST_DELAY_MS))
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

/** The clock of a server, which is frozen when the settings name its start time. */
export const createServerClock = ({ clock: startAt }: Pick<Settings, 'clock'>, log: Log): RunningClock =>
  createClock({
    startAt,
    frozen: startAt !== undefined,
    onFailure: (error) => log.error('a scheduled task failed', { error }),
  })

export type ScheduledTask = { readonly at: number; readonly run: () => void | Promise<void> }

export interface TimerQueue {
  /** The task that is due first. */
  peek(): ScheduledTask | undefined
  add(due: ScheduledTask): void
  remove(due: ScheduledTask): void
}

/** Tasks in order of time; tasks of the same time stay in the order in which they were added. */
export function createTimerQueue(): TimerQueue {
  const queue: ScheduledTask[] = []
  return {
    peek: () => queue[0],
    add: (due) => {
      queue.splice(insertionIndex(queue, due.at), 0, due)
    },
    remove: (due) => {
      const index = queue.indexOf(due)
      if (index >= 0) queue.splice(index, 1)
    },
  }
}

function insertionIndex(queue: readonly ScheduledTask[], at: number): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = queue[middle]
    if (other !== undefined && other.at <= at) low = middle + 1
    else high = middle
  }
  return low
}
