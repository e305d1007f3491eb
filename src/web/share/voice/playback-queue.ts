/** Audio of one reply, at the sample rate of the loudspeaker. */
export type PlaybackChunk = {
  readonly messageId: string
  readonly samples: Float32Array
  /** Whether it is the last chunk of its reply. */
  readonly isLast: boolean
  /** How much of the text was spoken at its end; undefined where the service does not say. */
  readonly textEnd?: number | undefined
}

/** Emitted when the first sample of a reply is played, after each chunk with a text, and after the last. */
export type PlaybackEvent =
  | { readonly messageId: string; readonly type: 'begun' | 'ended' }
  | { readonly messageId: string; readonly type: 'spoken'; readonly textEnd: number }

export type PlaybackQueue = {
  push(chunk: PlaybackChunk): void
  /** Discards everything that was pushed, after a fade-out of a few samples. */
  clear(): void
  /** Writes the next samples; silence where there are none. */
  fill(output: Float32Array): PlaybackEvent[]
}

/** Length of the fade-out, against clicks; one block of the audio thread. */
const FADE_SAMPLES = 128

/**
 * Queues audio for gapless playback. Playback begins, or continues after an underrun, once `prebufferSamples` are queued,
 * so that a single late chunk does not interrupt it.
 */
export function createPlaybackQueue(prebufferSamples: number): PlaybackQueue {
  let chunks: PlaybackChunk[] = []
  /** Position in the first chunk. */
  let at = 0
  let isRunning = false
  let current: string | undefined
  let fading = new Float32Array(0)

  const take = (output: Float32Array): PlaybackEvent[] => {
    const events: PlaybackEvent[] = []
    for (let filled = 0; ; ) {
      const [chunk] = chunks
      if (chunk === undefined) {
        isRunning = false
        return events
      }
      if (filled === output.length && chunk.samples.length > 0) return events
      if (current !== chunk.messageId) events.push({ messageId: chunk.messageId, type: 'begun' })
      current = chunk.messageId
      const part = chunk.samples.subarray(at, at + output.length - filled)
      output.set(part, filled)
      filled += part.length
      at += part.length
      if (at < chunk.samples.length) return events
      chunks = chunks.slice(1)
      at = 0
      const { messageId, textEnd } = chunk
      if (textEnd !== undefined) events.push({ messageId, type: 'spoken', textEnd })
      if (chunk.isLast) events.push({ messageId: chunk.messageId, type: 'ended' })
    }
  }
  const isBuffered = () =>
    chunks.some(({ isLast }) => isLast) ||
    chunks.reduce((sum, { samples }) => sum + samples.length, 0) >= prebufferSamples

  return {
    push: (chunk) => void chunks.push(chunk),
    clear() {
      const tail = new Float32Array(FADE_SAMPLES)
      if (isRunning) take(tail)
      fading = tail.map((sample, index) => sample * (1 - index / FADE_SAMPLES))
      chunks = []
      at = 0
      isRunning = false
      current = undefined
    },
    fill(output) {
      output.fill(0)
      output.set(fading.subarray(0, output.length))
      const rest = output.subarray(Math.min(fading.length, output.length))
      fading = fading.slice(output.length)
      isRunning ||= isBuffered()
      return isRunning && rest.length > 0 ? take(rest) : []
    },
  }
}
