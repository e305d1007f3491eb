import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toPcm16 } from '../../audio/pcm.js'
import { resample } from '../../audio/resample.js'
import { writeWav } from '../../audio/wav.js'
import type { Timers } from '../../domain/clock.js'
import { domainError } from '../../domain/errors.js'
import type { SpeechRecognition } from '../../domain/voice/ports.js'
import { speechError } from './failure.js'
import {
  findProgram,
  PROGRAM_ADVICE,
  runProgram,
  type SearchPath,
  withTemporaryFolder,
} from './system-programs.js'
import {
  createUtteranceRecogniser,
  type RecognisedSpeech,
  type RecordedUtterance,
} from './utterance-recogniser.js'

/** Sample rate in Hz of the models of all these programs. */
const MODEL_RATE = 16_000
/** Names of pocketsphinx in older and newer releases. */
const OLD_PROGRAM = 'pocketsphinx_continuous'
const NEW_PROGRAM = 'pocketsphinx'

type SystemRecogniserSettings = {
  readonly path: SearchPath
  readonly timers: Pick<Timers, 'after'>
  /** Time limit for an utterance. */
  readonly totalSeconds: number
}

/** A recognising program that reads a WAV file and prints what it heard. */
type Engine = {
  readonly programs: readonly string[]
  /** Told when none of them is found. */
  readonly advice: string
  readonly args: (program: string, file: string, utterance: RecordedUtterance) => readonly string[]
  readonly read: (program: string, output: string, utterance: RecordedUtterance) => RecognisedSpeech
}

/** Runs pocketsphinx on each complete utterance. English only. */
export const createSystemRecogniser = (settings: SystemRecogniserSettings): SpeechRecognition =>
  createProgramRecogniser(settings, POCKETSPHINX)

/** Runs whisper.cpp's `whisper-cli` with the model in this file on each complete utterance. */
export const createWhisperRecogniser = (
  settings: SystemRecogniserSettings,
  model: string,
): SpeechRecognition => createProgramRecogniser(settings, whisper(model))

function createProgramRecogniser(
  { path, timers, totalSeconds }: SystemRecogniserSettings,
  engine: Engine,
): SpeechRecognition {
  return createUtteranceRecogniser(async (utterance, wanted) => {
    const program = await findProgram(engine.programs, path)
    if (program === undefined) throw domainError('componentMissing', engine.advice)
    const timeout = new AbortController()
    const cancelTimer = timers.after(totalSeconds * 1000, () => timeout.abort())
    const signal = AbortSignal.any([wanted, timeout.signal])
    try {
      return await withTemporaryFolder(async (folder) => {
        const file = join(folder, 'utterance.wav')
        const pcm = toPcm16(resample(utterance.samples, { from: utterance.sampleRate, to: MODEL_RATE }))
        await writeFile(file, writeWav(MODEL_RATE, pcm))
        const output = await runProgram(program, { args: engine.args(program, file, utterance), signal })
        return engine.read(program, output.toString('utf8'), utterance)
      })
    } catch {
      throw speechError('recogniser', timeout.signal.aborted ? 'late' : 'failed')
    } finally {
      cancelTimer()
    }
  })
}

const isOld = (program: string) => program.endsWith(OLD_PROGRAM)

const POCKETSPHINX: Engine = {
  programs: [OLD_PROGRAM, NEW_PROGRAM],
  advice:
    'This machine has no recogniser that parley can use; install one: apt-get install pocketsphinx pocketsphinx-en-us',
  args: (program, file) => (isOld(program) ? ['-infile', file, '-logfn', '/dev/null'] : ['single', file]),
  read: (program, output) => ({
    text: isOld(program) ? joinLines(output) : hypothesis(output),
    language: 'en',
  }),
}

const whisper = (model: string): Engine => ({
  programs: ['whisper-cli'],
  advice: `This machine has no whisper-cli; ${PROGRAM_ADVICE['whisper-cli']}`,
  args: (_, file, { settings }) => [
    ...['--model', model, '--language', languageOf(settings.stt_language)],
    ...['--no-timestamps', '--no-prints', '--file', file],
  ],
  read: (_, output, { settings }) => {
    const language = languageOf(settings.stt_language)
    return { text: joinLines(output), ...(language !== 'auto' && { language }) }
  },
})

/** whisper.cpp knows languages by two or three letters; it exits for anything else. */
function languageOf(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-')
  return /^[a-z]{2,3}$/.test(language) ? language : 'auto'
}

/** Programs write one line for each segment between pauses. */
const joinLines = (output: string) => output.split(/\s+/).filter(Boolean).join(' ')

/** Newer releases of pocketsphinx write JSON with the text in `t`. */
function hypothesis(output: string): string {
  const { t }: { t?: unknown } = JSON.parse(output)
  return typeof t === 'string' ? t : ''
}
