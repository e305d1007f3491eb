import type { Timers } from './clock.js'

/** How long work may go on before others get their turn, in milliseconds. */
const WORK_MS = 5

/** Lets others run when work has had its time; to be awaited between two small steps. Those who share it rest together. */
export function createPace({ elapsed, sleep }: Pick<Timers, 'elapsed' | 'sleep'>): () => Promise<void> {
  let since = elapsed()
  let rest: Promise<void> | undefined
  return async () => {
    if (elapsed() - since < WORK_MS) return
    rest ??= sleep(0).then(() => {
      since = elapsed()
      rest = undefined
    })
    await rest
  }
}
