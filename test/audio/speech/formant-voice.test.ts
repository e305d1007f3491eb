import { expect, test } from 'vitest'
import { concatSamples } from '../../../src/audio/resample.js'
import { SYNTHESIS_RATE } from '../../../src/audio/speech/formant-synthesiser.js'
import { createFormantVoice, type SpeakerProfile } from '../../../src/audio/speech/formant-voice.js'
import { packetSeconds } from '../../../src/audio/tone-encoder.js'
import { bandPower, decibels, power } from '../../support/speech/sound.js'

const voice = createFormantVoice()
const speaker: SpeakerProfile = { pitch: 115, pace: 1, formantScale: 1 }

const soundOf = (text: string, who = speaker, speed = 1) => {
  const { words, voice: speak } = voice.speak(text, who, speed)
  return concatSamples(words.map(speak))
}

/** The lag at which a sound is most like itself, as a pitch in Hz. */
function pitchOf(samples: Float32Array): number {
  const lags = Array.from({ length: 80 }, (_, at) => at + 25)
  const likeness = (lag: number) =>
    samples.subarray(lag).reduce((sum, sample, at) => sum + sample * (samples[at] ?? 0), 0)
  const [best = 25] = lags.sort((a, b) => likeness(b) - likeness(a))
  return SYNTHESIS_RATE / best
}

test.each([90, 115, 160])('speaks at the pitch of %i Hz', (pitch) => {
  const vowel = soundOf('ah', { ...speaker, pitch }).subarray(200, 1400)
  expect(pitchOf(vowel) / pitch).toBeGreaterThan(0.85)
  expect(pitchOf(vowel) / pitch).toBeLessThan(1.2)
})

test('vowels have the formants of their table: IY high and AA low in the second', () => {
  const share = (text: string, band: readonly [number, number]) =>
    bandPower(soundOf(text), SYNTHESIS_RATE, band) / power(soundOf(text))
  expect(share('ee', [1900, 2300])).toBeGreaterThan(5 * share('ee', [1000, 1400]))
  expect(share('ah', [1000, 1400])).toBeGreaterThan(5 * share('ah', [1900, 2300]))
})

test('hisses lie high and carry no voice', () => {
  const hiss = soundOf('s').subarray(1200)
  expect(hiss.length).toBeGreaterThan(0)
  const sound = soundOf('ss')
  expect(
    decibels(bandPower(sound, SYNTHESIS_RATE, [2500, 3500]) / bandPower(sound, SYNTHESIS_RATE, [100, 1000])),
  ).toBeGreaterThan(6)
})

test('nothing clicks or runs away, whoever speaks', () => {
  const text = 'Six thick thistle sticks, mangled by angry tigers. Who knows why?'
  for (const pitch of [80, 120, 210]) {
    for (const formantScale of [0.95, 1.12]) {
      const sound = soundOf(text, { pitch, pace: 1, formantScale })
      expect(sound.every((sample) => Math.abs(sample) < 8)).toBe(true)
      expect(power(sound)).toBeGreaterThan(0.01)
    }
  }
})

test('each word takes at least what its tones need, and twice the speed half the time', () => {
  const { words } = voice.speak('To be or not to be, that is the question.', speaker, 1)
  for (const { packet, from, to } of words) {
    expect((to - from) * 0.005).toBeGreaterThanOrEqual(packetSeconds(packet, 'natural') - 1e-9)
  }
  const fast = voice.speak('To be or not to be, that is the question.', speaker, 2).words
  expect((words.at(-1)?.to ?? 0) / (fast.at(-1)?.to ?? 1)).toBeCloseTo(2, 1)
})

test('what cannot be said takes its time in silence', () => {
  const { words, voice: speak } = voice.speak('日本語', speaker, 1)
  expect(words).toHaveLength(1)
  expect(power(concatSamples(words.map(speak)))).toBeLessThan(1e-9)
})

test('the pitch rises for a question and falls for a statement', () => {
  const last = (text: string) => pitchOf(soundOf(text).subarray(-1900, -900))
  expect(last('you say no, no?')).toBeGreaterThan(1.15 * last('you say no, no.'))
})
