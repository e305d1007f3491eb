import type { Clock } from '../clock.js'

/** At most `limit` messages in any `windowMs`. What is refused does not count. */
export function createRateLimit({
  clock,
  limit,
  windowMs,
}: {
  clock: Clock
  limit: number
  windowMs: number
}) {
  let taken: readonly number[] = []
  const isLeft = (): boolean => {
    const now = clock.now().getTime()
    // A clock that was set back leaves times in the future; they would block for as long as it went back.
    taken = taken.filter((at) => at > now - windowMs && at <= now)
    return taken.length < limit
  }
  return {
    isLeft,
    take: (): boolean => {
      if (!isLeft()) return false
      if (limit !== Number.POSITIVE_INFINITY) taken = [...taken, clock.now().getTime()]
      return true
    },
  }
}
