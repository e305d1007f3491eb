/** How finely and how often to draw, so that the page still answers while a browser without a graphics card draws. */
export type DrawingPace = {
  /** At most so many pixels of the canvas for one of the page, along a line. */
  readonly ratio: number
  /** Whether the next frame may be drawn at this time, in milliseconds. */
  isDue(now: number): boolean
  /** A frame was begun at one time, and the browser was ready for the next one at the other. */
  drawn(from: number, to: number): void
}

/** The first one is only for screens that show it. */
const RATIOS = [2, 1] as const
/** It begins here: the first frame costs most, and whether it is fast is not known yet. */
const FIRST = 1
/** Whoever waits for an answer of the page notices this. */
const SLOW_MS = 60
const SLOW_FRAMES = 2
/** So many frames in a row, each shorter than this, could be finer. */
const FAST_MS = 25
const FAST_FRAMES = 5
/** Between two slow frames the page has so many times as long for itself as one took. */
const REST = 1

/** Becomes coarser where frames are slow, then rarer; finer once, where they are fast from the beginning. */
export function createDrawingPace(): DrawingPace {
  let level = FIRST
  let slow = 0
  let fast = 0
  let dueAt = 0
  let hasBeenSlow = false
  return {
    get ratio() {
      return RATIOS[level] ?? 1
    },
    isDue: (now) => now >= dueAt,
    drawn(from, to) {
      const took = to - from
      slow = took > SLOW_MS ? slow + 1 : 0
      fast = took < FAST_MS ? fast + 1 : 0
      dueAt = took > SLOW_MS ? to + REST * took : 0
      if (slow >= SLOW_FRAMES && level < RATIOS.length - 1) {
        level += 1
        slow = 0
        hasBeenSlow = true
      } else if (fast >= FAST_FRAMES && level > 0 && !hasBeenSlow) level -= 1
    },
  }
}

/** Twenty frames a second: enough for a figure that breathes. */
const CALM_MS = 50

/** As finely as the screen shows it, and as often, except while it is calm: then rarer, and for at most half of the time. */
export function createCalmPace(isCalm: () => boolean = () => false): DrawingPace {
  let dueAt = 0
  return {
    ratio: RATIOS[0],
    isDue: (now) => now >= dueAt || !isCalm(),
    drawn(from, to) {
      dueAt = Math.max(from + CALM_MS, to + REST * (to - from))
    },
  }
}
