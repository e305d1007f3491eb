/** A button that is held to talk, or tapped to begin and tapped again to end. */
export type PushToTalk = {
  down(): void
  up(): void
  /** A click without press and release, as from a screen reader. */
  tap(): void
}

type PushToTalkDeps = {
  isHeld(): boolean
  press(): void
  release(): void
  /** Milliseconds on a monotonic clock. */
  now(): number
}

/** A press shorter than this is a tap; any spoken turn is longer. */
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
      // The release of a second tap must not count from the first press.
      downAt = Number.NEGATIVE_INFINITY
    },
    tap: () => (isHeld() ? release() : press()),
  }
}
