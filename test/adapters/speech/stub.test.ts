import { describe, expect, test } from 'vitest'
import { createStubRecogniser, utteranceKey } from '../../../src/adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { fromPcm16, toPcm16 } from '../../../src/audio/pcm.js'
import { concatSamples, resample } from '../../../src/audio/resample.js'
import {
  areSame,
  bandPower,
  decibels,
  power,
  silence,
  whiteNoise,
  withNoise,
} from '../../support/speech/sound.js'
import {
  aVoice,
  describeSpeechRecognition,
  describeSpeechSynthesis,
  recognise,
  samplesOf,
  say,
} from '../../support/speech/voice-battery.js'

const voice = createStubVoice()
const recogniser = createStubRecogniser({ transcripts: new Map() })

/** A vowel: someone, but not the stub voice. */
const someone = (seconds: number, sampleRate: number) =>
  Float32Array.from({ length: seconds * sampleRate }, (_, at) => {
    const phase = (2 * Math.PI * 120 * at) / sampleRate
    return 0.05 * [1, 2, 3, 4, 5, 6].reduce((sum, harmonic) => sum + Math.sin(harmonic * phase), 0)
  })

const finalOf = async (samples: Float32Array, sampleRate: number) =>
  (await recognise(recogniser, { samples, sampleRate })).at(-1)

describe('the stub voice', () => {
  describeSpeechSynthesis(() => createStubVoice())

  test.each([8000, 16_000, 24_000, 44_100, 48_000])(
    'is understood exactly at %i Hz, after 16 bits',
    async (sampleRate) => {
      const text = 'Well, I have never seen such a thing! Have you?'
      const samples = fromPcm16(toPcm16(samplesOf(await say(voice, { text, sampleRate }))))
      expect(await finalOf(samples, sampleRate)).toEqual({ type: 'final', text, confidence: 1 })
    },
  )

  test.each([0.5, 1, 1.4, 2])(
    'is understood exactly at speed %f, and takes as long as that says',
    async (speed) => {
      const text = 'The old man went down to the sea.'
      const at = async (tts_speed: number) =>
        samplesOf(await say(voice, { text, voice: { ...aVoice, tts_speed } }))
      const samples = await at(speed)
      expect(await finalOf(samples, 24_000)).toMatchObject({ text })
      expect((await at(1)).length / samples.length).toBeCloseTo(speed, 1)
    },
  )

  test.each([1, 1.4, 2])('is understood exactly at speed %f where it hisses, in noise too', async (speed) => {
    const text = 'Six sea shells, she says, seven steps: yes!'
    const voiced = { ...aVoice, tts_speed: speed }
    const samples = samplesOf(await say(voice, { text, sampleRate: 16_000, voice: voiced }))
    expect(await finalOf(samples, 16_000)).toMatchObject({ text, confidence: 1 })
    // About 5 dB below the quiet tones of the natural pace, where they lie.
    const noise = whiteNoise(samples.length).map((value) => 0.0009 * value)
    const noisy = samples.map((sample, at) => sample + (noise[at] ?? 0))
    expect(await finalOf(noisy, 16_000)).toMatchObject({ text, confidence: 1 })
  })

  test.each(['日本語 です', '👋 hi', 'a  b', 'naïve\ncafé'])('is understood exactly in %j', async (text) => {
    expect(await finalOf(samplesOf(await say(voice, { text })), 24_000)).toMatchObject({ text })
  })

  test('says when each word sounds and where it ends in the text', async () => {
    const text = 'One, two  three'
    const chunks = await say(voice, { text })
    const words = chunks.flatMap((chunk) => chunk.words)
    expect(words.map(({ word }) => word).join(' ')).toBe(text)
    expect(words.map(({ textEnd }) => text.slice(0, textEnd))).toEqual(['One,', 'One, two  three'])
    expect(words[0]?.from).toBe(0)
    expect(words.at(-1)?.to).toBeLessThanOrEqual(samplesOf(chunks).length / 24_000 + 0.001)
  })

  test('a voice by another name sounds otherwise, and says the same words', async () => {
    const text = 'Who is there?'
    const sounds = await Promise.all(
      [null, 'ash', 'river'].map((tts_voice) => say(voice, { text, voice: { ...aVoice, tts_voice } })),
    )
    for (const chunks of sounds) expect(await finalOf(samplesOf(chunks), 24_000)).toMatchObject({ text })
    const others = samplesOf(
      await say(createStubVoice({ seed: 7 }), { text, voice: { ...aVoice, tts_voice: 'ash' } }),
    )
    const all = [...sounds.map(samplesOf), others]
    expect(new Set(all.map((samples) => Buffer.from(samples.buffer).toString('base64'))).size).toBe(4)
  })

  test('has its voice below 4 kHz and its tones about 35 dB below that from 4 to 7 kHz', async () => {
    const samples = samplesOf(
      await say(voice, { text: 'The old man went down to the sea.', sampleRate: 24_000 }),
    )
    const below = resample(samples, { from: 24_000, to: 8000 })
    const rest = bandPower(samples, 24_000, [3900, 7200])
    expect(decibels(power(below) / rest)).toBeGreaterThan(30)
    expect(decibels(power(below) / rest)).toBeLessThan(40)
    expect(decibels(power(below) / bandPower(samples, 24_000, [7300, 11_900]))).toBeGreaterThan(45)
  })

  test('says when each sound of speech begins and ends, without gaps', async () => {
    const chunks = await say(voice, { text: 'Hello, friend.' })
    const sounds = chunks.flatMap(({ phonemes }) => phonemes)
    expect(sounds.map(({ phoneme }) => phoneme).join(' ')).toBe('HH EH L OW SIL F R EH N D SIL')
    for (const [at, sound] of sounds.entries()) expect(sound.from).toBeCloseTo(sounds[at - 1]?.to ?? 0, 9)
    expect(sounds.at(-1)?.to).toBeCloseTo(samplesOf(chunks).length / 24_000, 3)
  })

  test('says the same twice', async () => {
    const [first, second] = await Promise.all([
      say(voice, { text: 'Again.' }),
      say(voice, { text: 'Again.' }),
    ])
    expect(areSame(samplesOf(first), samplesOf(second))).toBe(true)
  })
})

describe('the stub recogniser', () => {
  describeSpeechRecognition(
    () => createStubRecogniser({ transcripts: new Map() }),
    async () => samplesOf(await say(voice, { text: 'Some words to hear.', sampleRate: 16_000 })),
  )

  test('hears word by word', async () => {
    const samples = samplesOf(await say(voice, { text: 'one two three' }))
    const events = await recognise(recogniser, { samples })
    expect(events).toEqual([
      { type: 'partial', text: 'one' },
      { type: 'partial', text: 'one two' },
      { type: 'partial', text: 'one two three' },
      { type: 'final', text: 'one two three', confidence: 1 },
    ])
  })

  test('makes nothing up for other speech, and says so once', async () => {
    expect(await recognise(recogniser, { samples: someone(2, 16_000), sampleRate: 16_000 })).toEqual([
      {
        type: 'notice',
        error: 'stub_recogniser',
        message:
          "The built-in recogniser does not understand people, only the data layer of parley's own voice. Type instead, or configure `stt`",
        isOncePerSession: true,
      },
      { type: 'final', text: '' },
    ])
  })

  test('knows recorded speech by its samples, in whatever silence it is sent', async () => {
    const recording = fromPcm16(toPcm16(someone(1.3, 24_000).subarray(1)))
    const transcripts = new Map([[utteranceKey(recording), 'Open the door']])
    const samples = concatSamples([silence(5000), recording, silence(777)])
    const events = await recognise(createStubRecogniser({ transcripts }), { samples })
    expect(events).toEqual([{ type: 'final', text: 'Open the door', confidence: 1 }])
  })

  test('a word that was lost is missing, and the confidence says so', async () => {
    const text = 'one two three four'
    const chunks = await say(voice, { text })
    const samples = samplesOf(chunks)
    const two = chunks.flatMap(({ words }) => words)[1]
    samples.fill(0, 24_000 * ((two?.from ?? 0) + 0.05), 24_000 * ((two?.from ?? 0) + 0.2))
    expect(await finalOf(samples, 24_000)).toEqual({
      type: 'final',
      text: 'one three four',
      confidence: 0.75,
    })
  })

  test('noise at 5 dB over the tones alone changes nothing', async () => {
    const text = 'Would you like some more tea?'
    const samples = samplesOf(await say(voice, { text, sampleRate: 8000 }))
    expect(await finalOf(withNoise(samples, 5, whiteNoise(samples.length)), 8000)).toMatchObject({ text })
  })
})

test('sentences that are said one after another are as sure as one', async () => {
  const texts = ['The lamp is lit, my friend.', ' Mind the third step!', ' Now come in and sit down with us.']
  const parts = []
  for (const text of texts) parts.push(samplesOf(await say(createStubVoice(), { text })))
  const events = await recognise(createStubRecogniser({ transcripts: new Map() }), {
    samples: concatSamples(parts),
  })
  expect(events.at(-1)).toEqual({ type: 'final', text: texts.join(''), confidence: 1 })
})
