import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readWav, type Wav, WavError } from '../../audio/wav.js'
import type { Timers } from '../../domain/clock.js'
import { domainError } from '../../domain/errors.js'
import type { SpeechRequest, SpeechSynthesis } from '../../domain/voice/ports.js'
import { speechError } from './failure.js'
import { resampleToChunks } from './resample-chunks.js'
import { type Engine, type Engines, enginesOf, type Platform } from './system-engines.js'
import { findProgram, runProgram, type SearchPath, withTemporaryFolder } from './system-programs.js'

type ProgramVoiceSettings = {
  readonly engines: Engines
  readonly path: SearchPath
  readonly timers: Pick<Timers, 'after'>
  /** Time limit for a sentence. */
  readonly totalSeconds: number
}

/** Runs the machine's own speech program: `say`, SAPI, flite or espeak-ng, whichever is found first. */
export const createSystemVoice = ({
  platform,
  ...settings
}: Omit<ProgramVoiceSettings, 'engines'> & { readonly platform: Platform }): SpeechSynthesis =>
  createProgramVoice({ ...settings, engines: enginesOf(platform) })

/** Runs the first of these programs that is found, for each text anew. */
export function createProgramVoice(settings: ProgramVoiceSettings): SpeechSynthesis {
  return {
    async *speak(request, signal) {
      if (signal.aborted || request.text.trim() === '') return
      const wav = await synthesiseToWav(settings, request, signal)
      if (wav === undefined) return
      yield* resampleToChunks([wav.samples], { from: wav.sampleRate, to: request.sampleRate }, signal)
    },
  }
}

/** Undefined when the caller cancelled. */
async function synthesiseToWav(
  { engines, path, timers, totalSeconds }: ProgramVoiceSettings,
  request: SpeechRequest,
  wanted: AbortSignal,
): Promise<Wav | undefined> {
  const { engine, program } = await findEngine(engines, path)
  const timeout = new AbortController()
  const cancelTimer = timers.after(totalSeconds * 1000, () => timeout.abort())
  const signal = AbortSignal.any([wanted, timeout.signal])
  try {
    return await withTemporaryFolder(async (folder) => {
      const files = { sound: join(folder, 'speech.wav'), text: join(folder, 'text.txt') }
      const { fileText, ...run } = engine.run(request, files)
      if (fileText !== undefined) await writeFile(files.text, fileText)
      await runProgram(program, { ...run, signal })
      return readWav(await readFile(files.sound))
    })
  } catch (cause) {
    if (wanted.aborted) return undefined
    if (timeout.signal.aborted) throw speechError('voice', 'late')
    throw speechError('voice', cause instanceof WavError ? 'garbled' : 'failed')
  } finally {
    cancelTimer()
  }
}

async function findEngine(
  { engines, advice }: Engines,
  path: SearchPath,
): Promise<{ engine: Engine; program: string }> {
  for (const engine of engines) {
    const program = await findProgram(engine.programs, path)
    if (program !== undefined) return { engine, program }
  }
  throw domainError('componentMissing', `This machine has no voice that parley can use; ${advice}`)
}
