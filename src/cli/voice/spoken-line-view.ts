import { once } from 'node:events'
import { writeWav } from '../../audio/wav.js'
import { writeOutputFile } from '../output/output-file.js'
import type { SpokenLine } from './spoken-line.js'

/** Writes it as a WAV file, or to standard output. */
export async function saveSpokenLine(file: string, { pcm16, sampleRate }: SpokenLine): Promise<void> {
  const wav = writeWav(sampleRate, pcm16)
  if (file !== '-') return writeOutputFile(file, wav)
  if (!process.stdout.write(wav)) await once(process.stdout, 'drain')
}

/** For programs, and for people. */
export function describeSpokenLine(
  { messageId, pcm16, sampleRate, firstSoundMs }: SpokenLine,
  file: string | undefined,
): [result: object, human: () => string] {
  const samples = pcm16.length / 2
  const seconds = samples / sampleRate
  const result = {
    messageId,
    file: file ?? null,
    rate: sampleRate,
    samples,
    duration: Number(seconds.toFixed(3)),
    firstSoundMs: Math.round(firstSoundMs),
  }
  const what = `${seconds.toFixed(1)} seconds at ${sampleRate} Hz`
  return [result, () => (file === undefined ? `Said: ${what}` : `Saved ${file}: ${what}`)]
}
