import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toPcm16 } from '../../audio/pcm.js'
import { resample } from '../../audio/resample.js'
import { writeWav } from '../../audio/wav.js'
import type { Timers } from '../../domain/clock.js'
import { domainError } from '../../domain/errors.js'
import type { SpeechRecognition } from '../../domain/voice/ports.js'
import { speechError } from './failure.js'
import { findProgram, runProgram, type SearchPath, withTemporaryFolder } from './system-programs.js'
import { createUtteranceRecogniser } from './utterance-recogniser.js'

/** Sample rate of its English model in Hz. */
const MODEL_RATE = 16_000
/** Program names of older and newer releases. */
const OLD_PROGRAM = 'pocketsphinx_continuous'
const NEW_PROGRAM = 'pocketsphinx'

type SystemRecogniserSettings = {
  readonly path: SearchPath
  readonly timers: Pick<Timers, 'after'>
  /** Time limit for an utterance. */
  readonly totalSeconds: number
}

/** Runs pocketsphinx on each complete utterance. English only. */
export function createSystemRecogniser({
  path,
  timers,
  totalSeconds,
}: SystemRecogniserSettings): SpeechRecognition {
  return createUtteranceRecogniser(async ({ samples, sampleRate }, wanted) => {
    const program = await findProgram([OLD_PROGRAM, NEW_PROGRAM], path)
    if (program === undefined) {
      throw domainError(
        'componentMissing',
        'This machine has no recogniser that parley can use; install one: apt-get install pocketsphinx pocketsphinx-en-us',
      )
    }
    const timeout = new AbortController()
    const cancelTimer = timers.after(totalSeconds * 1000, () => timeout.abort())
    const signal = AbortSignal.any([wanted, timeout.signal])
    try {
      return await withTemporaryFolder(async (folder) => {
        const file = join(folder, 'utterance.wav')
        const pcm = toPcm16(resample(samples, { from: sampleRate, to: MODEL_RATE }))
        await writeFile(file, writeWav(MODEL_RATE, pcm))
        const isOld = program.endsWith(OLD_PROGRAM)
        const args = isOld ? ['-infile', file, '-logfn', '/dev/null'] : ['single', file]
        const output = (await runProgram(program, { args, signal })).toString('utf8')
        return { text: isOld ? joinSegments(output) : hypothesis(output), language: 'en' }
      })
    } catch {
      throw speechError('recogniser', timeout.signal.aborted ? 'late' : 'failed')
    } finally {
      cancelTimer()
    }
  })
}

/** Older releases write one line for each segment between pauses. */
const joinSegments = (output: string) => output.split(/\s+/).filter(Boolean).join(' ')

/** Newer releases write JSON with the text in `t`. */
function hypothesis(output: string): string {
  const { t }: { t?: unknown } = JSON.parse(output)
  return typeof t === 'string' ? t : ''
}
