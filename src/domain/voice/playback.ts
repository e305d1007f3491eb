/** The client's playback buffer, as far as the server can know it: audio of all replies plays one after another. */
export interface PlaybackBuffer {
  /** How much of the audio that was sent is still to be played, in milliseconds. */
  bufferedMs(): number
  /** How long nothing has been played; endless before the first audio. */
  silentMs(): number
  /** Adds audio and returns when it will have been played, by the timers' clock. */
  add(ms: number): number
  /** The client drops what it has not played. */
  clear(): void
}

export function createPlaybackBuffer(elapsed: () => number): PlaybackBuffer {
  let end = Number.NEGATIVE_INFINITY
  return {
    bufferedMs: () => Math.max(0, end - elapsed()),
    silentMs: () => Math.max(0, elapsed() - end),
    add: (ms) => {
      end = Math.max(elapsed(), end) + ms
      return end
    },
    clear: () => {
      end = Math.min(end, elapsed())
    },
  }
}

/** Where in a reply's audio a point of its text lies. */
export type TextMark = {
  /** Seconds from the start of the audio that the mark comes with. */
  readonly at: number
  /** The text up to here has been spoken by then (UTF-16 code units). */
  readonly textEnd: () => number
}

/** What of one reply was sent, and what of that was played (docs/voice.md, Playback). */
export interface PlaybackTracker {
  /** Audio was sent that will have been played at `end` (the timers' clock, milliseconds). */
  addSent(seconds: number, end: number, marks: readonly TextMark[]): void
  /** All audio was sent. */
  close(): void
  /** The client has reported that it played everything. */
  complete(): void
  /** Length of the audio that was sent, in seconds. */
  sentSeconds(): number
  /** Where in the text the audio that was sent ends, at the end of a word. */
  sentTextEnd(): number
  /** When the last of it will have been played. */
  playedAt(): number
  /** The part of the text that had been played by then, to the end of a word. */
  playedText(text: string, now: number): string
}

/** `delayMs` is how long audio takes from the server to the player's ear. */
export function createPlaybackTracker({ delayMs }: { readonly delayMs: number }): PlaybackTracker {
  let seconds = 0
  let playedAt = Number.NEGATIVE_INFINITY
  let marks: readonly TextMark[] = []
  let isClosed = false
  let isComplete = false

  /** To the tenth of a millisecond: sums of sample counts and of timings differ in their last bits. */
  const isBy = (at: number, played: number) => at <= played + 0.0001
  const playedSeconds = (now: number) => {
    if (isComplete) return seconds
    const left = Math.max(0, playedAt + delayMs - now) / 1000
    return Math.min(seconds, Math.max(0, seconds - left))
  }
  const marksBy = (time: number) =>
    Math.max(0, ...marks.filter(({ at }) => isBy(at, time)).map(({ textEnd }) => textEnd()))

  return {
    addSent: (length, end, found) => {
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
    sentTextEnd: () => marksBy(seconds),
    playedAt: () => playedAt,
    playedText: (text, now) => {
      const played = playedSeconds(now)
      if (isClosed && isBy(seconds, played)) return text
      return atWordEnd(text, marksBy(played))
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
