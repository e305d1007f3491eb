import { expect, test } from 'vitest'
import type {
  RecognitionEvent,
  SpeechChunk,
  SpeechRecognition,
  SpeechRequest,
  SpeechSynthesis,
} from '../../../src/domain/voice/ports.js'
import { chunksOf } from './sound.js'

export const aVoice: SpeechRequest['voice'] = {
  tts_provider: 'default',
  tts_model: 'default',
  tts_voice: null,
  generated_voice_id: null,
  tts_speed: 1,
  tts_delivery_mode: null,
}

export const settings = { stt_provider: 'default', stt_language: 'en' }

export const never = (): AbortSignal => new AbortController().signal

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

export async function say(
  voice: SpeechSynthesis,
  request: Partial<SpeechRequest> & { readonly text: string },
): Promise<SpeechChunk[]> {
  return collect(voice.speak({ sampleRate: 24_000, voice: aVoice, ...request }, never()))
}

export function samplesOf(chunks: readonly SpeechChunk[]): Float32Array {
  return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
}

type Hearing = { readonly samples: Float32Array; readonly sampleRate?: number; readonly chunk?: number }

/** Everything that a recogniser says of a sound that it gets in chunks of 100 ms. */
export async function recognise(
  recogniser: SpeechRecognition,
  { samples, sampleRate = 24_000, chunk = sampleRate / 10 }: Hearing,
): Promise<RecognitionEvent[]> {
  const stream = recogniser.open({ sampleRate, settings }, never())
  for (const piece of chunksOf(samples, chunk)) stream.push(piece)
  stream.finish()
  return collect(stream.events)
}

/** What holds of every voice. */
export function describeSpeechSynthesis(make: () => SpeechSynthesis): void {
  test.each([8000, 16_000, 24_000, 44_100, 48_000])(
    'audio is sound at %i Hz, in chunks of 200 ms or less',
    async (rate) => {
      const chunks = await say(make(), { text: 'Hello there.', sampleRate: rate })
      expect(chunks.length).toBeGreaterThan(1)
      for (const { samples } of chunks) {
        expect(samples.length).toBeGreaterThan(0)
        expect(samples.length).toBeLessThanOrEqual(rate / 5)
      }
      const all = samplesOf(chunks)
      expect(all.length / rate).toBeGreaterThan(0.3)
      expect(all.length / rate).toBeLessThan(3)
      expect(all.every((sample) => Math.abs(sample) <= 1)).toBe(true)
      expect(all.some((sample) => Math.abs(sample) > 0.05)).toBe(true)
    },
  )

  test.each(['', ' ', '…', '👋'])('%j is no reason to fail', async (text) => {
    await expect(say(make(), { text })).resolves.toBeDefined()
  })

  test('nothing comes after the signal', async () => {
    const stop = new AbortController()
    const chunks: SpeechChunk[] = []
    const request = {
      text: 'This is a long sentence that nobody hears to its end.',
      sampleRate: 24_000,
      voice: aVoice,
    }
    for await (const chunk of make().speak(request, stop.signal)) {
      chunks.push(chunk)
      stop.abort()
    }
    expect(chunks).toHaveLength(1)
  })
}

/** What holds of every recogniser; `samples` at 16 kHz hold some words. */
export function describeSpeechRecognition(
  make: () => SpeechRecognition,
  samples: () => Promise<Float32Array>,
): void {
  test('partials grow, and exactly one final comes last', async () => {
    const events = await recognise(make(), { samples: await samples(), sampleRate: 16_000 })
    expect(events.at(-1)?.type).toBe('final')
    expect(events.filter(({ type }) => type === 'final')).toHaveLength(1)
    const partials = events.flatMap((event) => (event.type === 'partial' ? [event.text] : []))
    expect(partials).toEqual([...new Set(partials)])
    expect(partials).not.toContain('')
  })

  test('silence is an empty final', async () => {
    const events = await recognise(make(), { samples: new Float32Array(16_000), sampleRate: 16_000 })
    expect(events).toMatchObject([{ type: 'final', text: '' }])
  })

  test('closing ends the events without a final, and what follows is ignored', async () => {
    const stream = make().open({ sampleRate: 16_000, settings }, never())
    stream.push(new Float32Array(1600))
    stream.close()
    stream.push(new Float32Array(1600))
    stream.finish()
    stream.close()
    expect((await collect(stream.events)).filter(({ type }) => type === 'final')).toEqual([])
  })

  test.each(['before', 'after'])('a signal that aborts %s the start ends the events', async (when) => {
    const stop = new AbortController()
    if (when === 'before') stop.abort()
    const stream = make().open({ sampleRate: 16_000, settings }, stop.signal)
    stop.abort()
    expect((await collect(stream.events)).filter(({ type }) => type === 'final')).toEqual([])
  })
}
