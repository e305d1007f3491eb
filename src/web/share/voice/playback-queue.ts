/** Sound of one reply, at the rate of the loudspeaker. */
export type PlaybackChunk = {
  readonly messageId: string
  readonly samples: Float32Array
  /** Nothing of this reply follows. */
  readonly isLast: boolean
}

/** Of a reply, as the loudspeaker comes to its first sample and leaves its last. */
export type PlaybackEvent = { readonly messageId: string; readonly type: 'begun' | 'ended' }

export type PlaybackQueue = {
  push(piece: PlaybackChunk): void
  /** Nothing that was pushed until now is played, but for the few samples that it takes to fall silent. */
  clear(): void
  /** Writes the next samples; silence where there are none. */
  fill(output: Float32Array): PlaybackEvent[]
}

/** What the sound fades out over when it is cut: none of it outlasts a block of the loudspeaker, and nothing clicks. */
const FADE_SAMPLES = 128

/**
 * What waits to be played, counted in samples, so that pieces join without a gap. `least` samples are waited for before
 * a sound begins, or goes on after it ran dry, so that one late piece does not tear it.
 */
export function createPlaybackQueue(least: number): PlaybackQueue {
  let pieces: PlaybackChunk[] = []
  /** How far the first piece is played. */
  let at = 0
  let isRunning = false
  let current: string | undefined
  let fading = new Float32Array(0)

  const take = (output: Float32Array): PlaybackEvent[] => {
    const played: PlaybackEvent[] = []
    for (let filled = 0; ; ) {
      const [piece] = pieces
      if (piece === undefined) {
        isRunning = false
        return played
      }
      if (filled === output.length && piece.samples.length > 0) return played
      if (current !== piece.messageId) played.push({ messageId: piece.messageId, type: 'begun' })
      current = piece.messageId
      const part = piece.samples.subarray(at, at + output.length - filled)
      output.set(part, filled)
      filled += part.length
      at += part.length
      if (at < piece.samples.length) return played
      pieces = pieces.slice(1)
      at = 0
      if (piece.isLast) played.push({ messageId: piece.messageId, type: 'ended' })
    }
  }
  const isEnough = () =>
    pieces.some(({ isLast }) => isLast) ||
    pieces.reduce((sum, { samples }) => sum + samples.length, 0) >= least

  return {
    push: (piece) => void pieces.push(piece),
    clear() {
      const tail = new Float32Array(FADE_SAMPLES)
      if (isRunning) take(tail)
      fading = tail.map((sample, index) => sample * (1 - index / FADE_SAMPLES))
      pieces = []
      at = 0
      isRunning = false
      current = undefined
    },
    fill(output) {
      output.fill(0)
      output.set(fading.subarray(0, output.length))
      const rest = output.subarray(Math.min(fading.length, output.length))
      fading = fading.slice(output.length)
      isRunning ||= isEnough()
      return isRunning && rest.length > 0 ? take(rest) : []
    },
  }
}
