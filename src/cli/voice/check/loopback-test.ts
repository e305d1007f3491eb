import { setTimeout as sleep } from 'node:timers/promises'
import { toPcm16 } from '../../../audio/pcm.js'
import { concatSamples } from '../../../audio/resample.js'
import { createTestTone, findTestTone, TEST_TONE_MS } from '../../../audio/test-tone.js'
import { SESSION_DEFAULTS } from '../../../client/create-client.js'
import { BoundedError } from '../../../contract/bounded-error.js'
import { type Check, fail, ok, warn } from '../../doctor/check.js'
import { CommandError } from '../../errors/command-error.js'
import { createLoudspeaker } from '../devices/loudspeaker.js'
import { recordMicrophone } from '../devices/recorder.js'
import { createSoundProcesses } from '../devices/sound-processes.js'
import type { SoundProgram } from '../devices/sound-programs.js'

/** How much of a test tone from the loudspeaker the microphone recorded. */
export type LoopbackResult = {
  readonly playedMs: number
  readonly heardMs: number
  /** From passing the tone to the player until it is in the recording; null when it was not heard. */
  readonly delayMs: number | null
  /** The loudest sample of the recording, in decibels relative to full scale; null for digital silence. */
  readonly peakDb: number | null
  /** Why the tone could not be played or recorded. */
  readonly complaint: string | null
}

const RECORDED_RATE = SESSION_DEFAULTS.recordingSampleRate
const PLAYED_RATE = 24_000
/** The longest time that a microphone may take to open. */
const MICROPHONE_OPEN_MS = 8000
/** The longest delay of the tone; wireless devices are late. */
const MAX_DELAY_MS = 1500
/** A program that takes longer hangs. */
const PROGRAM_TIMEOUT_MS = 15_000
/** Less of the tone may be found in noise by chance. */
const MIN_HEARD_MS = 0.1 * TEST_TONE_MS

type Programs = { readonly players: readonly SoundProgram[]; readonly recorders: readonly SoundProgram[] }

/** Plays a test tone, and searches for it in a recording of the microphone. */
export async function measureLoopback({ players, recorders }: Programs): Promise<LoopbackResult> {
  const processes = createSoundProcesses()
  const microphone = collectRecording(recordMicrophone(processes, recorders))
  try {
    await withDeadline(MICROPHONE_OPEN_MS, microphone.hasRecorded(1), 'The microphone gives no sound')
    const startedMs = microphone.recordedMs()
    const loudspeaker = createLoudspeaker(processes, players)
    const pcm16 = toPcm16(createTestTone(PLAYED_RATE))
    loudspeaker.play({ messageId: 'test', sampleRate: PLAYED_RATE, pcm16, isLast: true })
    await withDeadline(
      PROGRAM_TIMEOUT_MS,
      loudspeaker.waitUntilPlayed('test'),
      'The loudspeaker does not come to an end',
    )
    const untilMs = microphone.recordedMs() + MAX_DELAY_MS
    await withDeadline(PROGRAM_TIMEOUT_MS, microphone.hasRecorded(untilMs), 'The microphone stopped')
    return evaluateRecording(microphone.recording(), startedMs)
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof DeadlineExceeded)) throw error
    return {
      ...evaluateRecording(microphone.recording(), 0),
      heardMs: 0,
      delayMs: null,
      complaint: error.message,
    }
  } finally {
    processes.stop()
  }
}

class DeadlineExceeded extends BoundedError {
  override readonly name = 'DeadlineExceeded'
}

async function withDeadline<T>(ms: number, work: Promise<T>, complaint: string): Promise<T> {
  const finished = new AbortController()
  const deadline = sleep(ms, undefined, { signal: finished.signal }).then(() => {
    throw new DeadlineExceeded(complaint)
  })
  deadline.catch(() => undefined)
  try {
    return await Promise.race([work, deadline])
  } finally {
    finished.abort()
  }
}

/** Stores everything that is recorded, until the recorder ends. */
function collectRecording(sound: AsyncIterable<Float32Array>) {
  const pieces: Float32Array[] = []
  let samples = 0
  const waiting = new Set<() => void>()
  const recordedMs = () => (samples / RECORDED_RATE) * 1000
  const record = async () => {
    for await (const piece of sound) {
      pieces.push(piece)
      samples += piece.length
      for (const check of waiting) check()
    }
  }
  const ended = record()
  // Nobody awaits it any more once the recorder is stopped.
  ended.catch(() => undefined)
  return {
    recordedMs,
    recording: () => concatSamples(pieces),
    /** Resolves once this many milliseconds were recorded. Rejects when the recorder ends first. */
    hasRecorded: (ms: number): Promise<void> => {
      const enough = new Promise<void>((resolve) => {
        const check = () => {
          if (recordedMs() < ms) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      })
      return Promise.race([enough, ended])
    },
  }
}

function evaluateRecording(recording: Float32Array, startedMs: number): LoopbackResult {
  const found = findTestTone(recording, RECORDED_RATE)
  const isHeard = found !== null && found.heardMs >= MIN_HEARD_MS
  const peak = recording.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
  return {
    playedMs: TEST_TONE_MS,
    heardMs: isHeard ? found.heardMs : 0,
    delayMs: isHeard ? Math.max(0, Math.round(found.startMs - startedMs)) : null,
    peakDb: peak === 0 ? null : Math.round(20 * Math.log10(peak)),
    complaint: null,
  }
}

const NAME = 'test tone'
/** The share of the tone that has to be heard. */
const ENOUGH_HEARD = 0.85

const PROGRAMS_HINT =
  'Close other programs that hold the device, and look at the default devices of the system. Without devices: --no-play.'
const MUTED_HINT =
  'Look at whether the microphone is muted, at its permission, and at the default input of the system.'
const UNHEARD_HINT =
  'Look at the volume, and at the default output and input of the system. With headphones: --no-play.'
const PARTLY_HEARD_HINT =
  'Turn the volume up; echo cancellation of the system may take the tone away. With headphones: --no-play.'

/** The check of the test tone. Silence is a failure, even if the programs report success. */
export function checkLoopback({ playedMs, heardMs, delayMs, peakDb, complaint }: LoopbackResult): Check {
  if (complaint !== null) return fail(NAME, `nothing was heard: ${complaint}`, PROGRAMS_HINT)
  if (delayMs === null) {
    return peakDb === null
      ? fail(NAME, 'nothing was heard: the microphone gives nothing but zeros', MUTED_HINT)
      : fail(NAME, `nothing was heard: the microphone hears other sound only (${peakDb} dB)`, UNHEARD_HINT)
  }
  const heard = `${heardMs} of ${playedMs} ms heard, ${delayMs} ms after it was played`
  return heardMs >= ENOUGH_HEARD * playedMs ? ok(NAME, heard) : warn(NAME, heard, PARTLY_HEARD_HINT)
}
