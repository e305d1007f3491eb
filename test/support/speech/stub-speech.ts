import { createStubRecogniser } from '../../../src/adapters/speech/stub-recogniser.js'
import { DEFAULT_SPEAKER } from '../../../src/audio/speech/formant-voice.js'
import { createToneCodedVoice, synthesizeWhole } from '../../../src/audio/speech/tone-coded-voice.js'
import { readWav } from '../../../src/audio/wav.js'
import { recognise } from './voice-battery.js'

/** The words of a sound that the stub voice speaks in. */
export async function decodeStubSpeech(
  samples: Float32Array,
  sampleRate: number,
): Promise<string | undefined> {
  const recogniser = createStubRecogniser({ transcripts: new Map() })
  const final = (await recognise(recogniser, { samples, sampleRate })).at(-1)
  return final?.type === 'final' ? final.text : undefined
}

export const decodeStubSpeechWav = (bytes: Uint8Array): Promise<string | undefined> => {
  const { samples, sampleRate } = readWav(bytes)
  return decodeStubSpeech(samples, sampleRate)
}

/** As a player who speaks in the stub voice would say it. */
export const speakAsStub = (text: string, sampleRate = 16_000): Float32Array =>
  synthesizeWhole(createToneCodedVoice(), { text, sampleRate, speaker: DEFAULT_SPEAKER, speed: 1 })
