/** When sound is played that arrives piece by piece, as far as its sender can know it. */
export interface PlaybackTimeline {
  /** Takes a piece of that length; returns from when until when it is played. Times in milliseconds. */
  add(ms: number): { readonly from: number; readonly to: number }
  /** Nothing of what was added is played from now on. */
  cut(): void
}

/** A device plays one piece behind the other; one that comes late, as after a pause of the reply, is played late. */
export function createPlaybackTimeline(now: () => number): PlaybackTimeline {
  let end = Number.NEGATIVE_INFINITY
  return {
    add: (ms) => {
      const from = Math.max(now(), end)
      end = from + ms
      return { from, to: end }
    },
    cut: () => {
      end = Math.min(end, now())
    },
  }
}
