import { fromPcm16, toPcm16 } from '../../../audio/pcm.js'
import { concatSamples, resample } from '../../../audio/resample.js'
import { writeWav } from '../../../audio/wav.js'
import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import type { Loudspeaker } from './loudspeaker.js'

/** A loudspeaker that records a WAV file. */
export interface WavLoudspeaker extends Loudspeaker {
  /** A WAV file of all replies, one after the other. */
  wav(): Uint8Array
}

type RecordedReply = {
  readonly chunks: ReplyAudioChunk[]
  readonly startedAt: number
  cutAt: number | undefined
}

/** A reply that was cut is recorded as far as a device would have played it. */
export function createWavLoudspeaker(sampleRate: number, now: () => number): WavLoudspeaker {
  const replies = new Map<string, RecordedReply>()
  return {
    play: (chunk) => {
      const reply = replies.get(chunk.messageId) ?? { chunks: [], startedAt: now(), cutAt: undefined }
      reply.chunks.push(chunk)
      replies.set(chunk.messageId, reply)
    },
    cut: (messageId) => {
      const reply = replies.get(messageId)
      if (reply !== undefined) reply.cutAt ??= now()
    },
    waitUntilPlayed: async () => undefined,
    wav: () =>
      writeWav(
        sampleRate,
        toPcm16(concatSamples([...replies.values()].map((reply) => playedSamples(reply, sampleRate)))),
      ),
  }
}

function playedSamples({ chunks, startedAt, cutAt }: RecordedReply, sampleRate: number): Float32Array {
  const samples = concatSamples(
    chunks.map(({ pcm16, sampleRate: from }) => resample(fromPcm16(pcm16), { from, to: sampleRate })),
  )
  return cutAt === undefined
    ? samples
    : samples.subarray(0, Math.round(((cutAt - startedAt) / 1000) * sampleRate))
}
