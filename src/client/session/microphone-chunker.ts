import { toPcm16 } from '../../audio/pcm.js'
import type { Session } from './create-session.js'
import { SESSION_DEFAULTS } from './settings.js'

/** Samples of 100 ms, the chunk that SDKs send (docs/wire-protocol.md, Microphone audio). */
export const CHUNK_SAMPLES = (SESSION_DEFAULTS.recordingSampleRate * SESSION_DEFAULTS.audioChunkMs) / 1000

/** Sends microphone audio in chunks of 100 ms, however its samples arrive. */
export interface MicrophoneChunker {
  /** Takes samples at the recording rate, 16 kHz. */
  push(samples: Float32Array): void
  /** Sends the incomplete last chunk. */
  flush(): void
}

export function createMicrophoneChunker(session: Pick<Session, 'streamAudio'>): MicrophoneChunker {
  const chunk = new Float32Array(CHUNK_SAMPLES)
  let filled = 0
  const flush = () => {
    if (filled > 0) session.streamAudio(toPcm16(chunk.subarray(0, filled)))
    filled = 0
  }
  return {
    flush,
    push: (samples) => {
      for (let at = 0; at < samples.length; ) {
        const taken = samples.subarray(at, at + CHUNK_SAMPLES - filled)
        chunk.set(taken, filled)
        filled += taken.length
        at += taken.length
        if (filled === CHUNK_SAMPLES) flush()
      }
    },
  }
}
