import type { Timers } from '../../domain/clock.js'
import { threadCpuTimeMs } from './thread-cpu-time.js'
import { THREAD_ID, TURNS_BEGUN } from './worker-messages.js'

export type TurnCpuLimit = {
  /** Gives the current turn all of its time again, after it had to wait for this thread. */
  restart(): void
  stop(): void
}

type Limited = {
  readonly progress: Int32Array
  readonly timers: Pick<Timers, 'after'>
  readonly milliseconds: number
}

/** How often the processor time is looked at. */
const CHECK_MS = 250

/**
 * Calls `onExceeded` when one turn takes the thread more processor time than it may. Not the time on the clock: a busy or
 * suspended machine would cut off what is harmless.
 */
export function limitTurnCpuTime(
  { progress, timers, milliseconds }: Limited,
  onExceeded: () => void | Promise<void>,
): TurnCpuLimit {
  let turn = 0
  let begin = 0
  let cancel = () => {}
  let isOver = false
  const check = async () => {
    const current = Atomics.load(progress, TURNS_BEGUN)
    const used = await threadCpuTimeMs(Atomics.load(progress, THREAD_ID))
    if (isOver) return
    if (current !== turn) {
      turn = current
      begin = used
    }
    if (turn > 0 && used - begin >= milliseconds) await onExceeded()
    else next()
  }
  const next = () => {
    cancel = timers.after(CHECK_MS, () => void check())
  }
  next()
  return {
    restart: () => {
      turn = 0
    },
    stop: () => {
      isOver = true
      cancel()
    },
  }
}
