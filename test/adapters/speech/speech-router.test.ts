import { expect, test } from 'vitest'
import { createRecogniserRouter, createVoiceRouter } from '../../../src/adapters/speech/speech-router.js'
import type { RecognitionStream, SpeechRequest } from '../../../src/domain/voice/ports.js'

function given() {
  const spoken: [string, SpeechRequest['voice']][] = []
  const opened: string[] = []
  const warned: object[] = []
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (_: string, fields: object = {}) => void warned.push(fields),
    error: () => undefined,
  }
  const voiceOf = (name: string) => ({
    async *speak({ voice }: SpeechRequest) {
      spoken.push([name, voice])
      yield { samples: new Float32Array(1), words: [], phonemes: [] }
    },
  })
  const hearerOf = (name: string) => ({
    open: () => {
      opened.push(name)
      return {} as RecognitionStream
    },
  })
  const names = ['stub', 'studio']
  const voice = createVoiceRouter({
    providers: new Map(names.map((name) => [name, voiceOf(name)])),
    defaultName: 'studio',
    log,
  })
  const recogniser = createRecogniserRouter({
    providers: new Map(names.map((name) => [name, hearerOf(name)])),
    defaultName: 'studio',
    log,
  })
  return { voice, recogniser, spoken, opened, warned }
}

const settings = (tts_provider: string): SpeechRequest['voice'] => ({
  tts_provider,
  tts_model: 'large',
  tts_voice: 'ada',
  generated_voice_id: null,
  tts_speed: 1,
  tts_delivery_mode: null,
})
const { signal } = new AbortController()

test('a character chooses its voice by name, and default is the configured one', async () => {
  const { voice, spoken } = given()
  for (const name of ['stub', 'studio', 'default']) {
    for await (const _ of voice.speak({ text: 'Hi', sampleRate: 24_000, voice: settings(name) }, signal));
  }
  expect(spoken).toEqual([
    ['stub', settings('stub')],
    ['studio', settings('studio')],
    ['studio', settings('default')],
  ])
})

test('a voice that is not configured is the default one in its own way, and told once', async () => {
  const { voice, spoken, warned } = given()
  for (const _ of [1, 2]) {
    for await (const _ of voice.speak({ text: 'Hi', sampleRate: 24_000, voice: settings('gone') }, signal));
  }
  const own = { ...settings('gone'), tts_model: 'default', tts_voice: null }
  expect(spoken).toEqual([
    ['studio', own],
    ['studio', own],
  ])
  expect(warned).toEqual([{ provider: 'gone' }])
})

test('a recogniser is chosen in the same way', () => {
  const { recogniser, opened, warned } = given()
  for (const stt_provider of ['stub', 'default', 'gone']) {
    recogniser.open({ sampleRate: 16_000, settings: { stt_provider, stt_language: 'en' } }, signal)
  }
  expect([opened, warned]).toEqual([['stub', 'studio', 'studio'], [{ provider: 'gone' }]])
})
