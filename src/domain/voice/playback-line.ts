/** The client's loudspeaker, as far as the server can know it: replies play one after another, without end or gap. */
export interface PlaybackLine {
  /** How much of what was sent is still to be played, in milliseconds. */
  queuedMs(): number
  /** Queues a sound; answers when it will have been played, by the timers' clock. */
  add(ms: number): number
  /** What is queued will not be played; a pause is over with it. */
  clear(): void
  /** Playing stands still, until `resume`. */
  pause(): void
  isPaused(): boolean
  /** Answers how long it stood still. */
  resume(): number
}

export function createPlaybackLine(elapsed: () => number): PlaybackLine {
  let end = 0
  let pausedAt: number | undefined
  const now = () => pausedAt ?? elapsed()
  return {
    queuedMs: () => Math.max(0, end - now()),
    add: (ms) => {
      end = Math.max(now(), end) + ms
      return end
    },
    clear: () => {
      pausedAt = undefined
      end = elapsed()
    },
    pause: () => {
      pausedAt ??= elapsed()
    },
    isPaused: () => pausedAt !== undefined,
    resume: () => {
      const stood = elapsed() - now()
      pausedAt = undefined
      end += stood
      return stood
    },
  }
}
