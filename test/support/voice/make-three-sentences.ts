import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { toPcm16 } from '../../../src/audio/pcm.js'
import { writeWav } from '../../../src/audio/wav.js'
import { samplesOf, say } from '../speech-samples.js'
import { THREE_SENTENCES } from './three-sentences.js'

const RATE = 24_000

/** The stub voice with its usual speaker, as a WAV file. */
export async function makeThreeSentences(): Promise<Uint8Array> {
  const chunks = await say(createStubVoice(), { text: THREE_SENTENCES, sampleRate: RATE })
  return writeWav(RATE, toPcm16(samplesOf(chunks)))
}
