import { createStubRecogniser } from '../../src/adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../../src/adapters/speech/stub-voice.js'
import { fromBase64, toBase64 } from '../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../src/audio/pcm.js'
import { concat, createResampler } from '../../src/audio/resample.js'
import { createToneDecoder, DECODER_RATE } from '../../src/audio/tone-decoder.js'
import { LOW_BAND } from '../../src/audio/tones.js'
import { createVad } from '../../src/audio/vad.js'
import { createLipSync } from '../../src/domain/voice/animation/lip-sync.js'
import type { PhonemeTiming, SpeechChunk } from '../../src/domain/voice/ports.js'
import { chunksOf, tonesOf } from '../support/sound.js'
import { aVoice, hearing, never } from '../support/speech-samples.js'
import type { Bench, Figure } from './bench.js'
import { wordErrors } from './voice-words.js'

const TEXT =
  'I will meet you by the old river at seven. Please bring some bread and water for the long road home.'
const ROUNDS = { full: 12, reduced: 4 }

/** What a second of audio costs in milliseconds of CPU, in chunks of 100 ms, and how well people's ears are served. */
export const bench: Bench = async (size) => {
  const spoken = await speak(24_000)
  const sound = concat(spoken.map(({ samples }) => samples))
  const tones = tonesOf(TEXT, { band: LOW_BAND, pace: 'natural', sampleRate: DECODER_RATE })
  const rounds = ROUNDS[size]
  const cost = (name: string, budget: number, work: Work) => measure({ name, budget, rounds, work })
  return [
    await cost('tones made at 24 kHz', 1, () => seconds(tonesOf(TEXT, LOW_AT_24), 24_000)),
    await cost('tones decoded at 16 kHz', 2.5, () =>
      through(createToneDecoder(LOW_BAND), tones, DECODER_RATE),
    ),
    await cost('voice activity at 16 kHz', 1, () => through(createVad(DECODER_RATE), tones, DECODER_RATE)),
    await cost('24 to 16 kHz', 3, () => convert(sound, 24_000, 16_000)),
    await cost('48 to 16 kHz', 4, () => convert(sound, 48_000, 16_000)),
    await cost('16 to 48 kHz', 4, () => convert(tones, 16_000, 48_000)),
    await cost('base64 and PCM at 24 kHz, there and back', 1.5, () => onTheWire(sound)),
    await cost('the stub voice at 24 kHz', 15, async () =>
      seconds(concat((await speak(24_000)).map(samples)), 24_000),
    ),
    await cost('the stub voice at 8 kHz, tones alone', 2, async () =>
      seconds(concat((await speak(8000)).map(samples)), 8000),
    ),
    await cost('the stub recogniser at 24 kHz', 8, () => recognise(sound)),
    await cost('lip-sync', 2, () => animate(spoken.flatMap(({ phonemes }) => phonemes))),
    ...(await wordErrors()),
  ]
}

/** The seconds of audio that it worked on. */
type Work = () => number | Promise<number>

type Measured = {
  readonly name: string
  readonly budget: number
  readonly rounds: number
  readonly work: Work
}

async function measure({ name, budget, rounds, work }: Measured): Promise<Figure> {
  for (let round = 0; round < 3; round += 1) await work()
  const readings: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    const audio = await work()
    const { user, system } = process.cpuUsage(before)
    readings.push((user + system) / 1000 / audio)
  }
  readings.sort((a, b) => a - b)
  return {
    name: `${name}, ms of CPU a second of audio`,
    ratio: readings[Math.floor(readings.length / 2)] ?? Number.NaN,
    budget: { atMost: budget },
    detail: `from ${readings[0]?.toFixed(2)} to ${readings.at(-1)?.toFixed(2)}`,
  }
}

const LOW_AT_24 = { band: LOW_BAND, pace: 'natural', sampleRate: 24_000 } as const

const samples = (chunk: SpeechChunk) => chunk.samples

const seconds = (sound: Float32Array, sampleRate: number) => sound.length / sampleRate

async function speak(sampleRate: number): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = []
  const request = { text: TEXT, sampleRate, voice: aVoice }
  for await (const chunk of createStubVoice().speak(request, never())) chunks.push(chunk)
  return chunks
}

function through(
  stage: { push(samples: Float32Array): unknown },
  sound: Float32Array,
  sampleRate: number,
): number {
  for (const chunk of chunksOf(sound, sampleRate / 10)) stage.push(chunk)
  return seconds(sound, sampleRate)
}

const convert = (sound: Float32Array, from: number, to: number) =>
  through(createResampler({ from, to }), sound, from)

function onTheWire(sound: Float32Array): number {
  for (const chunk of chunksOf(sound, 2400))
    fromPcm16(fromBase64(toBase64(toPcm16(chunk))) ?? new Uint8Array(0))
  return seconds(sound, 24_000)
}

function recognise(sound: Float32Array): number {
  const stream = createStubRecogniser({ transcripts: new Map() }).open(
    { sampleRate: 24_000, hearing },
    never(),
  )
  for (const chunk of chunksOf(sound, 2400)) stream.push(chunk)
  stream.close()
  return seconds(sound, 24_000)
}

function animate(phonemes: readonly PhonemeTiming[]): number {
  const lips = createLipSync('seed')
  const end = phonemes.at(-1)?.to ?? 0
  lips.say(phonemes, 0)
  for (let time = 0.2; time < end; time += 0.2) lips.framesUntil(time)
  return end
}
