/** Calls back after so long, unless the call it returns is made first. */
export type Schedule = (ms: number, due: () => void) => () => void

export type TalkKeyListener = { press(): void; release(): void }

/** A held key repeats about every 30 ms; two taps by hand are further apart. */
const REPEAT_MS = 80
/** Longer than any pause between two repeats. */
const RELEASE_MS = 250

/**
 * Push-to-talk with a key of a terminal, which tells when it goes down but not when it comes up: held, it repeats, and
 * is let go when that stops; tapped, the next tap ends what it began.
 */
export function createPushToTalkKey(after: Schedule, { press, release }: TalkKeyListener) {
  let state: 'up' | 'down' | 'second' | 'held' = 'up'
  let cancel = () => {}
  const up = () => {
    state = 'up'
    release()
  }
  return {
    isDown: () => state !== 'up',
    /** What it began is over already. */
    reset: (): void => {
      cancel()
      state = 'up'
    },
    hit: (): void => {
      cancel()
      if (state === 'up') {
        state = 'down'
        press()
      } else if (state === 'down') {
        // A tap that ends it, or the first repeat of a key that is held: the next one tells.
        state = 'second'
        cancel = after(REPEAT_MS, up)
      } else {
        state = 'held'
        cancel = after(RELEASE_MS, up)
      }
    },
  }
}
