import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFliteVoice } from '../../src/adapters/speech/flite/flite-voice.js'
import { createStubVoice } from '../../src/adapters/speech/stub-voice.js'
import { findProgram } from '../../src/adapters/speech/system-programs.js'
import { createSystemRecogniser } from '../../src/adapters/speech/system-recogniser.js'
import { createSystemVoice } from '../../src/adapters/speech/system-voice.js'
import { concatSamples, resample } from '../../src/audio/resample.js'
import { SYNTHESIS_RATE } from '../../src/audio/speech/formant-synthesiser.js'
import { createFormantVoice, DEFAULT_SPEAKER } from '../../src/audio/speech/formant-voice.js'
import type { SpeechSynthesis } from '../../src/domain/voice/ports.js'
import { findBuiltFile } from '../../src/runtime/process/package-root.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import { HARVARD_SENTENCES } from '../support/speech/harvard-sentences.js'
import { integratedLoudness } from '../support/speech/loudness.js'
import { aVoice, recognise, samplesOf, say } from '../support/speech/voice-battery.js'
import { type WordErrors, wordErrors } from '../support/speech/word-error.js'
import type { Bench, Figure } from './bench.js'

const RATE = 16_000
const PAUSE = new Float32Array(RATE / 4)
/** A recogniser on a busy machine takes long; a voice does not. */
const PROGRAM_SECONDS = 300
const path = process.env['PATH'] ?? ''
/** Each recogniser takes a second of one core for a sentence, most of it for loading its model. */
const AT_ONCE = availableParallelism()

type Speaking = (text: string) => Promise<Float32Array>

/**
 * How many words of each voice a recogniser that hears it like a person takes for others, pocketsphinx as a program: the
 * built-in voices, the one that carries the data layer, its formant voice without the tones, and the machine's flite
 * and espeak-ng where they are installed. As many sentences are recognised at once as there are cores.
 */
export const bench: Bench = async (size) => {
  if ((await findProgram(['pocketsphinx_continuous', 'pocketsphinx'], path)) === undefined) {
    console.warn('MISSING, nothing measured: apt-get install pocketsphinx pocketsphinx-en-us')
    return []
  }
  const sentences = HARVARD_SENTENCES.slice(0, size === 'full' ? undefined : 1)
  const flite = createFliteVoice({ findWorker: () => findBuiltFile('adapters/speech/flite/flite.worker.js') })
  try {
    return [
      await measure('built-in voice, male', spokenBy(flite, 'male'), { sentences, atMost: 0.3 }),
      await measure('built-in voice, female', spokenBy(flite, 'female'), { sentences, atMost: 0.3 }),
      await measure('with the data layer', spokenBy(createStubVoice()), { sentences, atMost: 1 }),
      await measure('formant voice without it', formants, { sentences, atMost: 1 }),
      ...(await measureProgram('flite', sentences)),
      ...(await measureProgram('espeak-ng', sentences)),
    ]
  } finally {
    await flite.close()
  }
}

const spokenBy =
  (voice: SpeechSynthesis, tts_voice: string | null = null): Speaking =>
  async (text) =>
    samplesOf(await say(voice, { text, sampleRate: RATE, voice: { ...aVoice, tts_voice } }))

/** As loud as it is under the tones. */
const FORMANT_GAIN = 0.13

async function formants(text: string): Promise<Float32Array> {
  const { words, voice } = createFormantVoice().speak(text, DEFAULT_SPEAKER, 1)
  const samples = concatSamples(words.map(voice)).map((sample) => FORMANT_GAIN * sample)
  return resample(samples, { from: SYNTHESIS_RATE, to: RATE })
}

type Measured = { readonly sentences: readonly string[]; readonly atMost: number }

async function measure(name: string, speak: Speaking, { sentences, atMost }: Measured): Promise<Figure> {
  const counts: WordErrors[] = []
  const sounds: Float32Array[] = []
  const left = [...sentences]
  const recogniseNext = async () => {
    for (let text = left.shift(); text !== undefined; text = left.shift()) {
      const samples = await speak(text)
      sounds.push(samples)
      counts.push(wordErrors(text, await understood(samples)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, recogniseNext))
  const errors = counts.reduce((sum, count) => sum + count.errors, 0)
  const words = counts.reduce((sum, count) => sum + count.words, 0)
  const loudness = integratedLoudness(concatSamples(sounds), RATE).toFixed(1)
  return {
    name: `word errors, ${name}`,
    ratio: errors / words,
    budget: { atMost },
    detail: `${errors} in ${words} words of ${sentences.length} Harvard sentences; ${loudness} LUFS`,
  }
}

/** A folder of its own on the path, so that the system voice finds no other program. */
async function measureProgram(name: string, sentences: readonly string[]): Promise<Figure[]> {
  const program = await findProgram([name], path)
  if (program === undefined) {
    console.warn(`MISSING, not compared: apt-get install ${name}`)
    return []
  }
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    await symlink(program, join(folder, name))
    const voice = createSystemVoice({
      platform: 'linux',
      path: folder,
      timers: createTimers(),
      totalSeconds: PROGRAM_SECONDS,
    })
    return [await measure(`${name} of this machine`, spokenBy(voice), { sentences, atMost: 1 })]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function understood(samples: Float32Array): Promise<string> {
  const recogniser = createSystemRecogniser({ path, timers: createTimers(), totalSeconds: PROGRAM_SECONDS })
  const events = await recognise(recogniser, {
    samples: concatSamples([PAUSE, samples, PAUSE]),
    sampleRate: RATE,
  })
  const final = events.at(-1)
  return final?.type === 'final' ? final.text : ''
}
