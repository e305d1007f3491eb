import { createReadStream } from 'node:fs'
import { createResampler } from '../../../audio/resample.js'
import { WavError } from '../../../audio/wav.js'
import { createAudioStreamReader } from '../../../audio/wav-stream.js'
import { SESSION_DEFAULTS } from '../../../client/create-client.js'
import { CommandError, EXIT, inputNeededError, usageError } from '../../errors/command-error.js'
import type { SoundProcesses } from './sound-processes.js'
import { installAdvice, type Machine, type SoundProgram } from './sound-programs.js'

const RATE = SESSION_DEFAULTS.recordingSampleRate

/** Sound of the microphone at 16 kHz, from the first program that gives any. Throws when none does, or when it ends. */
export async function* recordMicrophone(
  processes: SoundProcesses,
  recorders: readonly SoundProgram[],
): AsyncGenerator<Float32Array> {
  const failures: string[] = []
  for (const recorder of recorders) {
    const { process: child, exited } = processes.start(recorder, RATE, 'stdout')
    const reader = createAudioStreamReader(RATE)
    let hasSound = false
    // Standard output is always a pipe here; only the type allows null.
    for await (const bytes of child.stdout ?? []) {
      hasSound = true
      yield reader.push(bytes)
    }
    failures.push(`${recorder.name}: ${(await exited) ?? 'it ended'}`)
    if (hasSound) break
  }
  throw noSoundError(failures)
}

const noSoundError = (failures: readonly string[]): CommandError =>
  new CommandError({
    code: 'not_recorded',
    message: `No program hears the microphone (${failures.join('; ')})`,
    hint: 'Give a recording with --in FILE.wav, or sound with --in -.',
    exitCode: EXIT.failed,
  })

export const noRecorderError = (machine: Machine): CommandError =>
  new CommandError({
    code: 'no_recorder',
    message: 'There is no program here that hears the microphone',
    hint: `${installAdvice(machine)} Or give a recording with --in FILE.wav.`,
    exitCode: EXIT.failed,
  })

/** Sound of a file or of standard input (`-`) at 16 kHz. It may be any WAV file, or 16-bit mono at 16 kHz. */
export async function* readRecording(file: string): AsyncGenerator<Float32Array> {
  if (file === '-' && process.stdin.isTTY) {
    throw inputNeededError(
      'Standard input is a terminal.',
      'Pipe the sound in, or name a WAV file with --in.',
    )
  }
  const bytes: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file)
  try {
    yield* resampled(bytes)
  } catch (error) {
    if (error instanceof WavError) throw usageError(`${file} ${error.message}`)
    if (isSystemError(error)) throw usageError(`Cannot read ${file}: ${error.message}`)
    throw error
  }
}

async function* resampled(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
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
