/** Measures the time between frames, for animations. */
export type FrameClock = {
  /** Takes the timestamp of `requestAnimationFrame`, in milliseconds; returns the seconds since the last frame. */
  step(frameTime: number): number
  /** The next step returns 0. */
  reset(): void
}

/** Keeps an animation from jumping after the page was hidden or busy. */
const LONGEST_STEP_SECONDS = 0.1

/**
 * Uses only the timestamps of frames. A frame's timestamp can be earlier than a `performance.now()` read before it was
 * requested; an origin from there could make the first step negative, which ends an animation that plays once.
 */
export function createFrameClock(): FrameClock {
  let previous: number | undefined
  return {
    step(frameTime) {
      const elapsed = previous === undefined ? 0 : frameTime - previous
      // After a timestamp that goes back, steps are measured from the latest one seen.
      previous = Math.max(frameTime, previous ?? frameTime)
      return Math.min(Math.max(elapsed / 1000, 0), LONGEST_STEP_SECONDS)
    },
    reset() {
      previous = undefined
    },
  }
}
