/** The client's loudspeaker, as far as the server can know it: replies play one after another, without end or gap. */
export interface PlaybackLine {
  /** How much of what was sent is still to be played, in milliseconds. */
  queuedMs(): number
  /** How long nothing has been played; endless before the first sound. */
  silentMs(): number
  /** Queues a sound; answers when it will have been played, by the timers' clock. */
  add(ms: number): number
  /** What is queued will not be played; a pause is over with it. */
  clear(): void
  /** Nothing is sent until `resume`; the client cannot be stopped: it goes on playing what it has. */
  pause(): void
  isPaused(): boolean
  resume(): void
}

export function createPlaybackLine(elapsed: () => number): PlaybackLine {
  let end = Number.NEGATIVE_INFINITY
  let isPaused = false
  return {
    queuedMs: () => Math.max(0, end - elapsed()),
    silentMs: () => Math.max(0, elapsed() - end),
    add: (ms) => {
      end = Math.max(elapsed(), end) + ms
      return end
    },
    clear: () => {
      isPaused = false
      end = Math.min(end, elapsed())
    },
    pause: () => {
      isPaused = true
    },
    isPaused: () => isPaused,
    resume: () => {
      isPaused = false
    },
  }
}
