/** Seconds by which an animation advances at each frame. */
export type FrameClock = {
  /** Takes the time of this frame, in milliseconds, as `requestAnimationFrame` gives it. */
  step(frameTime: number): number
  /** Restarts: the frame after a pause advances nothing. */
  reset(): void
}

/** A page that was hidden or busy does not jump. */
const LONGEST_STEP_SECONDS = 0.1

/**
 * Measures from frame to frame and reads no other clock. The time of a frame is when its rendering began, which can be
 * before the script that asked for it read `performance.now()`; an origin taken from there makes the first step
 * negative, and a negative step ends an animation that plays once.
 */
export function createFrameClock(): FrameClock {
  let previous: number | undefined
  return {
    step(frameTime) {
      const elapsed = previous === undefined ? 0 : frameTime - previous
      // A time that goes back is not waited for: the next step is measured from the latest time seen.
      previous = Math.max(frameTime, previous ?? frameTime)
      return Math.min(Math.max(elapsed / 1000, 0), LONGEST_STEP_SECONDS)
    },
    reset() {
      previous = undefined
    },
  }
}
