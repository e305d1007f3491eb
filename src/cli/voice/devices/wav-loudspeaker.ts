import { fromPcm16, toPcm16 } from '../../../audio/pcm.js'
import { concatSamples, resample } from '../../../audio/resample.js'
import { writeWav } from '../../../audio/wav.js'
import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import { createPlaybackTimeline } from '../playback-timeline.js'
import type { Loudspeaker } from './loudspeaker.js'

/** A loudspeaker that records a WAV file. */
export interface WavLoudspeaker extends Loudspeaker {
  /** A WAV file of all replies, one after the other. */
  wav(): Uint8Array
}

type RecordedReply = {
  /** `from`: when it would have been played. */
  readonly pieces: { readonly chunk: ReplyAudioChunk; readonly from: number }[]
  cutAt: number | undefined
}

/** A reply that was cut is recorded as far as a device would have played it. */
export function createWavLoudspeaker(sampleRate: number, now: () => number): WavLoudspeaker {
  const replies = new Map<string, RecordedReply>()
  const timeline = createPlaybackTimeline(now)
  return {
    play: (chunk) => {
      const reply = replies.get(chunk.messageId) ?? { pieces: [], cutAt: undefined }
      const { from } = timeline.add((1000 * chunk.pcm16.length) / 2 / chunk.sampleRate)
      reply.pieces.push({ chunk, from })
      replies.set(chunk.messageId, reply)
    },
    cut: (messageId) => {
      const reply = replies.get(messageId)
      if (reply === undefined) return
      reply.cutAt ??= now()
      timeline.cut()
    },
    waitUntilPlayed: async () => undefined,
    wav: () =>
      writeWav(
        sampleRate,
        toPcm16(concatSamples([...replies.values()].map((reply) => playedSamples(reply, sampleRate)))),
      ),
  }
}

function playedSamples({ pieces, cutAt = Number.POSITIVE_INFINITY }: RecordedReply, sampleRate: number) {
  const played = pieces.map(({ chunk, from }) => {
    const samples = resample(fromPcm16(chunk.pcm16), { from: chunk.sampleRate, to: sampleRate })
    return samples.subarray(0, Math.max(0, Math.round(((cutAt - from) / 1000) * sampleRate)))
  })
  return concatSamples(played)
}
