import type { SpeechChunk, SpeechRequest, SpeechSynthesis } from '../../src/domain/voice/ports.js'

export const aVoice: SpeechRequest['voice'] = {
  tts_provider: 'default',
  tts_model: 'default',
  tts_voice: null,
  generated_voice_id: null,
  tts_speed: 1,
  tts_delivery_mode: null,
}

export const hearing = { stt_provider: 'default', stt_language: 'en' }

export const never = () => new AbortController().signal

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
