import { type Packet, toPackets } from '../../audio/packets.js'
import { encodeTones, packetSeconds } from '../../audio/tone-encoder.js'
import { LOW_BAND, type Pace } from '../../audio/tones.js'
import type { SpeechChunk, SpeechSynthesis, WordTiming } from '../../domain/voice/ports.js'

const CHUNK_SECONDS = 0.2
/** Of the tones when nothing else is heard. */
const AMPLITUDE = 0.3

/** Speaks words as tones that the stub recogniser reads (voice.md 1). The same request is the same sound. */
export function createStubVoice(): SpeechSynthesis {
  return {
    async *speak({ text, sampleRate, voice }, signal) {
      const pace: Pace = voice.tts_speed > 1 ? 'fast' : 'natural'
      for (const { packet, timing } of plan(text, voice.tts_speed)) {
        const length = Math.round(timing.to * sampleRate) - Math.round(timing.from * sampleRate)
        const samples = new Float32Array(length)
        samples.set(encodeTones(packet, { band: LOW_BAND, pace, sampleRate, amplitude: AMPLITUDE }))
        for (const chunk of cut(samples, CHUNK_SECONDS * sampleRate, timing)) {
          if (signal.aborted) return
          yield chunk
        }
      }
    },
  }
}

type Spoken = { readonly packet: Packet; readonly timing: WordTiming }

function plan(text: string, speed: number): Spoken[] {
  const pace: Pace = speed > 1 ? 'fast' : 'natural'
  let from = 0
  let textEnd = 0
  return toPackets(text).map((packet) => {
    const least = packetSeconds(packet, pace)
    const to = from + Math.max(least, packetSeconds(packet, 'natural') / speed)
    textEnd += packet.text.length + (packet.isJoined ? 0 : 1)
    const timing = { word: packet.text, textEnd, from, to }
    from = to
    return { packet, timing }
  })
}

function cut(samples: Float32Array, length: number, word: WordTiming): SpeechChunk[] {
  const count = Math.ceil(samples.length / length)
  return Array.from({ length: count }, (_, at) => ({
    samples: samples.subarray(at * length, (at + 1) * length),
    words: at === 0 ? [word] : [],
    phonemes: [],
  }))
}
