import { expect, test } from 'vitest'
import { createCachedVoice } from '../../../src/adapters/speech/cached-voice.js'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import type { SpeechSynthesis } from '../../../src/domain/voice/ports.js'
import { aVoice, describeSpeechSynthesis, never, samplesOf, say } from '../../support/speech/voice-battery.js'

/** A voice that notes what it speaks: ten samples for each letter, in two chunks. */
function given(maxSamples: number) {
  const spoken: string[] = []
  const own: SpeechSynthesis = {
    async *speak({ text }) {
      spoken.push(text)
      for (const _ of [1, 2]) yield { samples: new Float32Array(5 * text.length), words: [], phonemes: [] }
    },
  }
  return { spoken, voice: createCachedVoice(own, { maxSamples }) }
}

describeSpeechSynthesis(() => createCachedVoice(createStubVoice(), { maxSamples: 1_000_000 }))

test('a text that was spoken is spoken again without the voice, in the same chunks', async () => {
  const { spoken, voice } = given(1000)
  const first = await say(voice, { text: 'Hello' })
  expect(await say(voice, { text: 'Hello' })).toEqual(first)
  expect(spoken).toEqual(['Hello'])
})

test.each([
  { sampleRate: 16_000 },
  { hasDataLayer: true },
  { voice: { ...aVoice, tts_voice: 'female' } },
  { voice: { ...aVoice, tts_speed: 2 } },
  { voice: { ...aVoice, generated_voice_id: 'v1' } },
  { voice: { ...aVoice, tts_provider: 'stub' } },
  { text: 'Hello.' },
])('another request is another sound: %j', async (other) => {
  const { spoken, voice } = given(1000)
  await say(voice, { text: 'Hello' })
  await say(voice, { text: 'Hello', ...other })
  expect(spoken).toHaveLength(2)
})

test('what was not spoken for longest goes first, and what is too long is not kept', async () => {
  const { spoken, voice } = given(100)
  for (const text of ['aa', 'bb', 'cc', 'dd', 'aa', 'ee', 'ff', 'aa', 'bb']) await say(voice, { text })
  expect(spoken).toEqual(['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'bb'])
  for (const _ of [1, 2]) await say(voice, { text: 'more than a quarter' })
  expect(spoken.slice(-2)).toEqual(['more than a quarter', 'more than a quarter'])
})

test('a text that was stopped is not kept as the whole', async () => {
  const { spoken, voice } = given(1000)
  const stop = new AbortController()
  for await (const _ of voice.speak({ text: 'Hello', sampleRate: 24_000, voice: aVoice }, stop.signal))
    stop.abort()
  for await (const _ of voice.speak({ text: 'Hello', sampleRate: 24_000, voice: aVoice }, never())) break
  expect(samplesOf(await say(voice, { text: 'Hello' }))).toHaveLength(50)
  expect(spoken).toHaveLength(3)
})
