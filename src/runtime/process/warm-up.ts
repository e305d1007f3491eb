import type { Timers } from '../../domain/clock.js'

/** Between two pieces, so that whoever comes meanwhile does not wait for more than one. */
const PAUSE_MS = 5

/** Work that nobody waits for, in pieces: it pauses between them, and stops where it is when told. */
export type WarmUpTask = (pause: () => Promise<void>, stop: AbortSignal) => Promise<void>

/** Begins with it so many milliseconds after the start of the server. Returns its end. */
export function scheduleWarmUp(
  timers: Pick<Timers, 'after'>,
  delayMs: number,
  pieces: WarmUpTask,
): () => void {
  const stop = new AbortController()
  let cancel = () => {}
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      cancel = timers.after(ms, resolve)
    })
  void wait(delayMs).then(() => pieces(() => wait(PAUSE_MS), stop.signal))
  return () => {
    stop.abort()
    cancel()
  }
}
