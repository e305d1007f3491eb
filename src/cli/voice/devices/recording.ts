import { createReadStream } from 'node:fs'
import { createResampler } from '../../../audio/resample.js'
import { WavError } from '../../../audio/wav.js'
import { createAudioStreamReader } from '../../../audio/wav-stream.js'
import { SESSION_DEFAULTS } from '../../../client/create-client.js'
import { inputNeededError, usageError } from '../../errors/command-error.js'

const RATE = SESSION_DEFAULTS.recordingSampleRate

/** The sound of a file, or of standard input (`-`): WAV of any kind, or 16-bit mono at 16 kHz; as 16 kHz. */
export async function* readRecording(file: string): AsyncGenerator<Float32Array> {
  if (file === '-' && process.stdin.isTTY) {
    throw inputNeededError(
      'Standard input is a terminal.',
      'Pipe the sound in, or name a WAV file with --in.',
    )
  }
  const bytes: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file)
  try {
    yield* converted(bytes)
  } catch (error) {
    if (error instanceof WavError) throw usageError(`${file} ${error.message}`)
    if (isSystemError(error)) throw usageError(`Cannot read ${file}: ${error.message}`)
    throw error
  }
}

async function* converted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
  const reader = createAudioStreamReader(RATE)
  let resampler: ReturnType<typeof createResampler> | undefined
  for await (const piece of bytes) {
    const samples = reader.push(piece)
    const from = reader.sampleRate()
    if (from === undefined) continue
    resampler ??= createResampler({ from, to: RATE })
    yield resampler.push(samples)
  }
  if (resampler !== undefined) yield resampler.flush()
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error
