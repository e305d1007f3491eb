import { createAudioStreamReader } from '../../../audio/wav-stream.js'
import { SESSION_DEFAULTS } from '../../../client/create-client.js'
import { CommandError, EXIT } from '../../errors/command-error.js'
import type { SoundProcesses } from './sound-processes.js'
import { installAdvice, type Machine, type SoundProgram } from './sound-programs.js'

const RATE = SESSION_DEFAULTS.recordingSampleRate

/** What the microphone hears, at 16 kHz, by the first program that gives any. Throws when none does, or it ends. */
export async function* recordMicrophone(
  children: SoundProcesses,
  recorders: readonly SoundProgram[],
): AsyncGenerator<Float32Array> {
  const failures: string[] = []
  for (const recorder of recorders) {
    const { process: child, exited: over } = children.start(recorder, RATE, 'gives')
    const reader = createAudioStreamReader(RATE)
    let hasHeard = false
    // The pipe is always there: that is how it was started.
    for await (const bytes of child.stdout ?? []) {
      hasHeard = true
      yield reader.push(bytes)
    }
    failures.push(`${recorder.name}: ${(await over) ?? 'it ended'}`)
    if (hasHeard) break
  }
  throw noSound(failures)
}

const noSound = (failures: readonly string[]): CommandError =>
  new CommandError({
    code: 'not_recorded',
    message: `No program hears the microphone (${failures.join('; ')})`,
    hint: 'Give a recording with --in FILE.wav, or sound with --in -.',
    exitCode: EXIT.failed,
  })

export const noRecorder = (machine: Machine): CommandError =>
  new CommandError({
    code: 'no_recorder',
    message: 'There is no program here that hears the microphone',
    hint: `${installAdvice(machine)} Or give a recording with --in FILE.wav.`,
    exitCode: EXIT.failed,
  })
