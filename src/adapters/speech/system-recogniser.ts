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

/** Hz, what its model of English was made for. */
const MODEL_RATE = 16_000
/** The name of the older releases, then that of the newer ones. */
const OLD = 'pocketsphinx_continuous'
const NEW = 'pocketsphinx'

type SystemRecogniserSettings = {
  readonly path: SearchPath
  readonly timers: Pick<Timers, 'after'>
  /** The longest wait for the words of an utterance, in seconds. */
  readonly totalSeconds: number
}

/** pocketsphinx, run as a program on each utterance. English; the words come when the utterance is over. */
export function createSystemRecogniser({
  path,
  timers,
  totalSeconds,
}: SystemRecogniserSettings): SpeechRecognition {
  return createUtteranceRecogniser(async ({ samples, sampleRate }, wanted) => {
    const program = await findProgram([OLD, NEW], path)
    if (program === undefined) {
      throw domainError(
        'componentMissing',
        'This machine has no recogniser that parley can use; install one: apt-get install pocketsphinx pocketsphinx-en-us',
      )
    }
    const late = new AbortController()
    const relax = timers.after(totalSeconds * 1000, () => late.abort())
    const signal = AbortSignal.any([wanted, late.signal])
    try {
      return await withTemporaryFolder(async (folder) => {
        const file = join(folder, 'utterance.wav')
        const pcm = toPcm16(resample(samples, { from: sampleRate, to: MODEL_RATE }))
        await writeFile(file, writeWav(MODEL_RATE, pcm))
        const isOld = program.endsWith(OLD)
        const args = isOld ? ['-infile', file, '-logfn', '/dev/null'] : ['single', file]
        const output = (await runProgram(program, { args, signal })).toString('utf8')
        return { text: isOld ? joined(output) : hypothesis(output), language: 'en' }
      })
    } catch {
      throw speechError('recogniser', late.signal.aborted ? 'late' : 'failed')
    } finally {
      relax()
    }
  })
}

/** The older releases write a line for each stretch between pauses. */
const joined = (output: string) => output.split(/\s+/).filter(Boolean).join(' ')

/** The newer ones write JSON with the text in `t`. */
function hypothesis(output: string): string {
  const { t }: { t?: unknown } = JSON.parse(output)
  return typeof t === 'string' ? t : ''
}
