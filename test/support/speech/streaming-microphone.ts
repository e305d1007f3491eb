import { toBase64 } from '../../../src/audio/base64.js'
import { toPcm16 } from '../../../src/audio/pcm.js'

type Stream = (audio: string) => void

/** Sound in chunks of 100 ms, each sent when it is over; time goes by with it. */
export function createStreamingMicrophone({
  stream,
  advance,
  sampleRate = 24_000,
}: {
  readonly stream: Stream
  readonly advance: (ms: number) => Promise<void>
  readonly sampleRate?: number
}) {
  const level = async (ms: number, value: number) => {
    for (let sent = 0; sent < ms; sent += 100) {
      const length = Math.min(100, ms - sent)
      await advance(length)
      stream(toBase64(toPcm16(new Float32Array((length * sampleRate) / 1000).fill(value))))
    }
    await advance(0)
  }
  return {
    speech: (ms: number) => level(ms, 0.3),
    silence: (ms: number) => level(ms, 0),
  }
}

/** As a client sends recorded sound. */
export const encodeAudio = (samples: Float32Array): string => toBase64(toPcm16(samples))
