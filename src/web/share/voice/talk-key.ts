/** A button that is held to talk; whoever cannot hold taps it once to begin, and once more at the end. */
export type TalkKey = {
  down(): void
  up(): void
  /** Someone, or a program that reads the screen, pressed it in one go. */
  tap(): void
}

type TalkKeyDeps = {
  isHeld(): boolean
  press(): void
  release(): void
  /** Milliseconds, from whenever. */
  now(): number
}

/** Shorter than any turn. */
const TAP_MS = 300

export function createTalkKey({ isHeld, press, release, now }: TalkKeyDeps): TalkKey {
  let downAt = Number.NEGATIVE_INFINITY
  return {
    down() {
      if (isHeld()) return
      downAt = now()
      press()
    },
    up() {
      if (now() - downAt >= TAP_MS) release()
      // A second tap is long after the first.
      downAt = Number.NEGATIVE_INFINITY
    },
    tap: () => (isHeld() ? release() : press()),
  }
}
