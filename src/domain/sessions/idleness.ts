import type { Clock } from '../clock.js'

/** Calls `onIdle` once nothing was noted for `seconds`, by the service's clock. */
export function watchIdleness(
  { clock, seconds }: { clock: Clock; seconds: number },
  onIdle: (idleSeconds: number) => Promise<void>,
) {
  let active = clock.now().getTime()
  let cancel: () => void = () => undefined

  // One scheduled call per `seconds` instead of one per event: it looks when it is due, and comes back later if need be.
  const watch = () => {
    if (!Number.isFinite(seconds)) return
    cancel = clock.schedule(new Date(active + seconds * 1000), () => {
      const idleSeconds = (clock.now().getTime() - active) / 1000
      if (idleSeconds >= seconds) return onIdle(idleSeconds)
      watch()
    })
  }
  watch()

  return {
    note: () => {
      active = clock.now().getTime()
    },
    stop: () => cancel(),
  }
}
