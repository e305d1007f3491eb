import { readFile } from 'node:fs/promises'
import { cpuUsage } from 'node:process'
import type { Timers } from '../../domain/clock.js'
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

/** Linux counts in hundredths of a second for programs, whatever the kernel uses inside. */
const TICK_MS = 10

/**
 * The processor time in milliseconds that a thread has used. Where the system does not tell, the time of the whole
 * process, which is never less.
 */
async function threadCpuTimeMs(threadId: number): Promise<number> {
  const stat =
    threadId === 0 ? '' : await readFile(`/proc/self/task/${threadId}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may hold spaces. After it user and system time are the 12th and 13th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isNaN(ticks) ? processCpuTimeMs() : ticks * TICK_MS
}

function processCpuTimeMs(): number {
  const { user, system } = cpuUsage()
  return (user + system) / 1000
}
