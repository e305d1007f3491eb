import { toPcm16 } from '../../audio/pcm.js'
import type { Session } from './create-session.js'
import { SESSION_DEFAULTS } from './settings.js'

/** Samples of one piece, as SDKs send them: 100 ms (docs/wire-protocol.md, Microphone audio). */
export const CHUNK_SAMPLES = (SESSION_DEFAULTS.recordingSampleRate * SESSION_DEFAULTS.audioChunkMs) / 1000

/** Sends sound in pieces of 100 ms, however it comes. */
export interface MicrophoneChunker {
  /** At the recording rate, 16 kHz. */
  push(samples: Float32Array): void
  /** What is left of less than a piece. */
  flush(): void
}

export function createMicrophoneChunker(session: Pick<Session, 'streamAudio'>): MicrophoneChunker {
  const piece = new Float32Array(CHUNK_SAMPLES)
  let filled = 0
  const flush = () => {
    if (filled > 0) session.streamAudio(toPcm16(piece.subarray(0, filled)))
    filled = 0
  }
  return {
    flush,
    push: (samples) => {
      for (let at = 0; at < samples.length; ) {
        const taken = samples.subarray(at, at + CHUNK_SAMPLES - filled)
        piece.set(taken, filled)
        filled += taken.length
        at += taken.length
        if (filled === CHUNK_SAMPLES) flush()
      }
    },
  }
}
