import { fromPcm16, toPcm16 } from '../../../audio/pcm.js'
import { concatSamples, resample } from '../../../audio/resample.js'
import { writeWav } from '../../../audio/wav.js'
import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import type { Loudspeaker } from './loudspeaker.js'

/** A loudspeaker that is a file. */
export interface WavLoudspeaker extends Loudspeaker {
  /** All that would have been heard, one reply after the other, as a WAV file. */
  wav(): Uint8Array
}

type RecordedReply = {
  readonly chunks: ReplyAudioChunk[]
  readonly startedAt: number
  cutAt: number | undefined
}

/** Of a reply that was cut it keeps what a device would have played until then. */
export function createWavLoudspeaker(sampleRate: number, now: () => number): WavLoudspeaker {
  const replies = new Map<string, RecordedReply>()
  return {
    play: (chunk) => {
      const kept = replies.get(chunk.messageId) ?? { chunks: [], startedAt: now(), cutAt: undefined }
      kept.chunks.push(chunk)
      replies.set(chunk.messageId, kept)
    },
    cut: (messageId) => {
      const kept = replies.get(messageId)
      if (kept !== undefined) kept.cutAt ??= now()
    },
    waitUntilPlayed: async () => undefined,
    wav: () =>
      writeWav(
        sampleRate,
        toPcm16(concatSamples([...replies.values()].map((kept) => playedSamples(kept, sampleRate)))),
      ),
  }
}

function playedSamples({ chunks, startedAt, cutAt }: RecordedReply, sampleRate: number): Float32Array {
  const whole = concatSamples(
    chunks.map(({ pcm16, sampleRate: from }) => resample(fromPcm16(pcm16), { from, to: sampleRate })),
  )
  return cutAt === undefined
    ? whole
    : whole.subarray(0, Math.round(((cutAt - startedAt) / 1000) * sampleRate))
}
