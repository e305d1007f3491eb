import { type Check, fail, ok, warn } from '../../doctor/check.js'
import type { LoopbackResult } from './loopback-test.js'

const NAME = 'test tone'
/** As a share of what was played. */
const IS_WHOLE = 0.85

const PROGRAMS_HINT =
  'Close other programs that hold the device, and look at the default devices of the system. Without devices: --no-play.'
const MUTED_HINT =
  'Look at whether the microphone is muted, at its permission, and at the default input of the system.'
const UNHEARD_HINT =
  'Look at the volume, and at the default output and input of the system. With headphones: --no-play.'
const PART_HINT =
  'Turn the volume up; echo cancellation of the system may take the tone away. With headphones: --no-play.'

/** What was heard of the test tone; silence is a failure, whatever the programs say. */
export function checkLoopback({ playedMs, heardMs, delayMs, peakDb, complaint }: LoopbackResult): Check {
  if (complaint !== null) return fail(NAME, `nothing was heard: ${complaint}`, PROGRAMS_HINT)
  if (delayMs === null) {
    return peakDb === null
      ? fail(NAME, 'nothing was heard: the microphone gives nothing but zeros', MUTED_HINT)
      : fail(NAME, `nothing was heard: the microphone hears other sound only (${peakDb} dB)`, UNHEARD_HINT)
  }
  const heard = `${heardMs} of ${playedMs} ms heard, ${delayMs} ms after it was played`
  return heardMs >= IS_WHOLE * playedMs ? ok(NAME, heard) : warn(NAME, heard, PART_HINT)
}
