import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../src/adapters/speech/system-programs.js'
import { createSystemRecogniser } from '../../src/adapters/speech/system-recogniser.js'
import { concatSamples } from '../../src/audio/resample.js'
import { readWav } from '../../src/audio/wav.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import { PLAIN_SENTENCES } from '../support/plain-sentences.js'
import { speakAsStub } from '../support/speech/stub-speech.js'
import { recognise } from '../support/speech/voice-battery.js'
import { type WordErrors, wordErrors } from '../support/speech/word-error.js'
import type { Bench, Figure } from './bench.js'

const FIXTURE = fileURLToPath(new URL('../../../fixtures/voice/three-sentences.wav', import.meta.url))
const RATE = 16_000
const PAUSE = new Float32Array(RATE / 4)
const path = process.env['PATH'] ?? ''

/** How much of the stub voice a recogniser understands that hears it like a person: pocketsphinx, as a program. */
export const bench: Bench = async (size) => {
  if ((await findProgram(['pocketsphinx_continuous', 'pocketsphinx'], path)) === undefined) {
    console.warn('SKIPPED: speech needs the packages pocketsphinx, pocketsphinx-en-us')
    return []
  }
  const sentences = PLAIN_SENTENCES.slice(0, size === 'full' ? undefined : 3)
  const each: WordErrors[] = []
  for (const text of sentences) each.push(wordErrors(text, await understood(speakAsStub(text))))
  const { samples } = readWav(await readFile(FIXTURE))
  const fixture = wordErrors(PLAIN_SENTENCES.slice(0, 3).join(' '), await understood(samples))
  return [figure(`stub voice, ${sentences.length} sentences`, each), figure('three-sentences.wav', [fixture])]
}

async function understood(samples: Float32Array): Promise<string> {
  const recogniser = createSystemRecogniser({ path, timers: createTimers(), totalSeconds: 120 })
  const events = await recognise(recogniser, {
    samples: concatSamples([PAUSE, samples, PAUSE]),
    sampleRate: RATE,
  })
  const final = events.at(-1)
  return final?.type === 'final' ? final.text : ''
}

function figure(name: string, counts: readonly WordErrors[]): Figure {
  const errors = counts.reduce((sum, count) => sum + count.errors, 0)
  const words = counts.reduce((sum, count) => sum + count.words, 0)
  return {
    name: `word error of pocketsphinx, ${name}`,
    ratio: errors / words,
    budget: { atMost: 0.4 },
    detail: `${errors} errors in ${words} words`,
  }
}
