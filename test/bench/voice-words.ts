import { readFile } from 'node:fs/promises'
import { findProgram } from '../../src/adapters/speech/programs.js'
import { createSystemRecogniser } from '../../src/adapters/speech/system-recogniser.js'
import { createSystemVoice } from '../../src/adapters/speech/system-voice.js'
import { readWav, type Wav } from '../../src/audio/wav.js'
import { findPackage } from '../../src/runtime/package-root.js'
import { createTimers } from '../../src/runtime/timers.js'
import { aVoice, hearing, never } from '../support/speech-samples.js'
import { THREE_SENTENCES } from '../support/voice/three-sentences.js'
import type { Figure } from './bench.js'

/** How many words in a hundred pocketsphinx gets wrong: of the fixture of the stub voice, and of flite beside it. */
export async function wordErrors(): Promise<Figure[]> {
  const path = process.env['PATH'] ?? ''
  const found = await Promise.all([
    findProgram(['flite'], path),
    findProgram(['pocketsphinx_continuous', 'pocketsphinx'], path),
  ])
  if (found.includes(undefined)) {
    console.log('SKIPPED: word errors need the packages flite, pocketsphinx and pocketsphinx-en-us')
    return []
  }
  const { root } = await findPackage()
  const stub = readWav(await readFile(new URL('fixtures/voice/three-sentences.wav', root)))
  return [
    await figure('the stub voice', await understood(stub, path), 40),
    await figure('flite', await understood(await flite(path), path), 10),
  ]
}

function figure(who: string, text: string, atMost: number): Figure {
  const [said, heard] = [THREE_SENTENCES, text].map(wordsOf)
  return {
    name: `${who} heard by pocketsphinx, words wrong in a hundred`,
    ratio: (100 * distance(said ?? [], heard ?? [])) / (said?.length ?? 1),
    budget: { atMost },
    detail: `"${text}"`,
  }
}

async function understood({ samples, sampleRate }: Wav, path: string): Promise<string> {
  const recogniser = createSystemRecogniser({ path, timers: createTimers(), totalSeconds: 120 })
  const stream = recogniser.open({ sampleRate, hearing }, never())
  stream.push(samples)
  stream.finish()
  for await (const event of stream.events) if (event.type === 'final') return event.text
  return ''
}

async function flite(path: string): Promise<Wav> {
  const voice = createSystemVoice({ platform: 'linux', path, timers: createTimers(), totalSeconds: 60 })
  const pieces: number[] = []
  const request = { text: THREE_SENTENCES, sampleRate: 16_000, voice: aVoice }
  for await (const { samples } of voice.speak(request, never())) pieces.push(...samples)
  return { sampleRate: 16_000, samples: Float32Array.from(pieces) }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? []

/** Words put in, left out or changed. */
function distance(said: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, at) => at + 1)
  for (const [index, word] of said.entries()) {
    let diagonal = index
    let left = index + 1
    row = row.map((above, at) => {
      const best = Math.min(above + 1, left + 1, diagonal + (word === heard[at] ? 0 : 1))
      diagonal = above
      left = best
      return best
    })
  }
  return row.at(-1) ?? said.length
}
