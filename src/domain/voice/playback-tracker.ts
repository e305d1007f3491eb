/** Where in a reply's sound a point of its text lies. */
export type TextMark = {
  /** Seconds from where the mark was set down: the start of a piece of sound. */
  readonly at: number
  /** The text up to here was said by then (UTF-16 code units). */
  readonly textEnd: () => number
}

export interface PlaybackTracker {
  /** A piece of sound went out; it will have been played at `end` (the timers' clock, milliseconds). */
  sent(seconds: number, end: number, marks: readonly TextMark[]): void
  /** All sound that there is was sent. */
  close(): void
  /** The client has told that it played everything. */
  complete(): void
  /** Length of the sound that went out, in seconds. */
  sentSeconds(): number
  /** When the last of it will have been played. */
  playedAt(): number
  /** What was heard of the text by then. */
  heard(said: string, now: number): string
}

/**
 * What of a message was sent, and what of that was heard (docs/voice.md, Playback). `delayMs` is how long sound takes
 * to the ear. Words are heard once they were played to their end.
 */
export function createPlaybackTracker({ delayMs }: { readonly delayMs: number }): PlaybackTracker {
  let seconds = 0
  let playedAt = Number.NEGATIVE_INFINITY
  let marks: readonly TextMark[] = []
  let isClosed = false
  let isComplete = false

  /** To the tenth of a millisecond: sums of sample counts and of timings differ in their last bits. */
  const isBy = (at: number, heard: number) => at <= heard + 0.0001
  const heardSeconds = (now: number) => {
    if (isComplete) return seconds
    const left = Math.max(0, playedAt + delayMs - now) / 1000
    return Math.min(seconds, Math.max(0, seconds - left))
  }
  return {
    sent: (length, end, found) => {
      marks = [...marks, ...found.map(({ at, textEnd }) => ({ at: seconds + at, textEnd }))]
      seconds += length
      playedAt = end
    },
    close: () => {
      isClosed = true
    },
    complete: () => {
      isComplete = true
    },
    sentSeconds: () => seconds,
    playedAt: () => playedAt,
    heard: (said, now) => {
      const heard = heardSeconds(now)
      if (isClosed && isBy(seconds, heard)) return said
      const ends = marks.filter(({ at }) => isBy(at, heard)).map(({ textEnd }) => textEnd())
      return atWordEnd(said, Math.max(0, ...ends))
    },
  }
}

/** The text to the last word that ends before `end`, or at it. */
function atWordEnd(text: string, end: number): string {
  const isInside = /[\p{L}\p{N}]/u.test(text.slice(end - 1, end)) && /^[\p{L}\p{N}'’-]/u.test(text.slice(end))
  const cut = isInside
    ? text.slice(0, end).replace(/(?<![\p{L}\p{N}'’-])[\p{L}\p{N}'’-]+$/u, '')
    : text.slice(0, end)
  return cut.trimEnd()
}
