/** A button that is held to talk; whoever cannot hold taps it once to begin, and once more at the end. */
export type PushToTalk = {
  down(): void
  up(): void
  /** Someone, or a program that reads the screen, pressed it in one go. */
  tap(): void
}

type PushToTalkDeps = {
  isHeld(): boolean
  press(): void
  release(): void
  /** Milliseconds, from whenever. */
  now(): number
}

/** Shorter than any turn. */
const MAX_TAP_MS = 300

export function createPushToTalk({ isHeld, press, release, now }: PushToTalkDeps): PushToTalk {
  let downAt = Number.NEGATIVE_INFINITY
  return {
    down() {
      if (isHeld()) return
      downAt = now()
      press()
    },
    up() {
      if (now() - downAt >= MAX_TAP_MS) release()
      // A second tap is long after the first.
      downAt = Number.NEGATIVE_INFINITY
    },
    tap: () => (isHeld() ? release() : press()),
  }
}
