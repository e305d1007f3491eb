import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFliteVoice } from '../../src/adapters/speech/flite/flite-voice.js'
import { createStubVoice } from '../../src/adapters/speech/stub-voice.js'
import { findProgram } from '../../src/adapters/speech/system-programs.js'
import { createSystemRecogniser } from '../../src/adapters/speech/system-recogniser.js'
import { createSystemVoice } from '../../src/adapters/speech/system-voice.js'
import { concatSamples } from '../../src/audio/resample.js'
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

/**
 * How much of each voice is understood by a recogniser that hears it like a person, pocketsphinx as a program: the
 * built-in voice, the one that carries the data layer, and the machine's flite and espeak-ng where they are installed.
 */
export const bench: Bench = async (size) => {
  if ((await findProgram(['pocketsphinx_continuous', 'pocketsphinx'], path)) === undefined) {
    console.warn('SKIPPED: speech needs the packages pocketsphinx, pocketsphinx-en-us')
    return []
  }
  const sentences = HARVARD_SENTENCES.slice(0, size === 'full' ? undefined : 5)
  const flite = createFliteVoice({ findWorker: () => findBuiltFile('adapters/speech/flite/flite.worker.js') })
  try {
    return [
      await measure('built-in voice', flite, { sentences, atMost: 0.3 }),
      await measure('built-in voice, a woman', flite, { sentences, atMost: 0.6, tts_voice: 'female' }),
      await measure('voice with the data layer', createStubVoice(), { sentences, atMost: 1 }),
      ...(await measureProgram('flite', sentences)),
      ...(await measureProgram('espeak-ng', sentences)),
    ]
  } finally {
    await flite.close()
  }
}

type Measured = {
  readonly sentences: readonly string[]
  readonly atMost: number
  readonly tts_voice?: string
}

async function measure(
  name: string,
  voice: SpeechSynthesis,
  { sentences, atMost, tts_voice }: Measured,
): Promise<Figure> {
  const counts: WordErrors[] = []
  const sounds: Float32Array[] = []
  for (const text of sentences) {
    const settings = { ...aVoice, tts_voice: tts_voice ?? null }
    const samples = samplesOf(await say(voice, { text, sampleRate: RATE, voice: settings }))
    sounds.push(samples)
    counts.push(wordErrors(text, await understood(samples)))
  }
  const errors = counts.reduce((sum, count) => sum + count.errors, 0)
  const words = counts.reduce((sum, count) => sum + count.words, 0)
  const loudness = integratedLoudness(concatSamples(sounds), RATE).toFixed(1)
  return {
    name: `word error of pocketsphinx, ${name}, ${sentences.length} Harvard sentences`,
    ratio: errors / words,
    budget: { atMost },
    detail: `${errors} errors in ${words} words; ${loudness} LUFS`,
  }
}

/** A folder of its own on the path, so that the system voice finds no other program. */
async function measureProgram(name: string, sentences: readonly string[]): Promise<Figure[]> {
  const program = await findProgram([name], path)
  if (program === undefined) {
    console.warn(`SKIPPED: the comparison with ${name} needs the package ${name}`)
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
    return [await measure(`${name} of this machine`, voice, { sentences, atMost: 1 })]
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
