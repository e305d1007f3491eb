import { setTimeout as sleep } from 'node:timers/promises'
import { toPcm16 } from '../../../audio/pcm.js'
import { concatSamples } from '../../../audio/resample.js'
import { createTestTone, findTestTone, TEST_TONE_MS } from '../../../audio/test-tone.js'
import { SESSION_DEFAULTS } from '../../../client/create-client.js'
import { BoundedError } from '../../../contract/bounded-error.js'
import { CommandError } from '../../errors/command-error.js'
import { createLoudspeaker } from '../devices/loudspeaker.js'
import { recordMicrophone } from '../devices/recorder.js'
import { createSoundProcesses } from '../devices/sound-processes.js'
import type { SoundProgram } from '../devices/sound-programs.js'

/** What the microphone heard of a test tone that the loudspeaker played. */
export type LoopbackResult = {
  readonly playedMs: number
  readonly heardMs: number
  /** From when the tone was given to the player until it was in the recording; null when nothing was heard. */
  readonly delayMs: number | null
  /** The loudest sample of the recording, in decibels below full scale; null for silence without any noise. */
  readonly peakDb: number | null
  /** Why it could not be played or recorded. */
  readonly complaint: string | null
}

const RECORDED_RATE = SESSION_DEFAULTS.recordingSampleRate
const PLAYED_RATE = 24_000
/** A microphone may take that long to open. */
const OPENS_MS = 8000
/** Wireless devices are late. */
const LATEST_MS = 1500
/** What takes longer hangs. */
const LONGEST_MS = 15_000
/** Less of the tone may be found in any noise. */
const LEAST_HEARD_MS = 0.1 * TEST_TONE_MS

type Programs = { readonly players: readonly SoundProgram[]; readonly recorders: readonly SoundProgram[] }

/** Plays a test tone, and looks for it in what the microphone hears meanwhile. */
export async function measureLoopback({ players, recorders }: Programs): Promise<LoopbackResult> {
  const children = createSoundProcesses()
  const microphone = collectRecording(recordMicrophone(children, recorders))
  try {
    await withDeadline(OPENS_MS, microphone.hasRecorded(1), 'The microphone gives no sound')
    const startedMs = microphone.recordedMs()
    const loudspeaker = createLoudspeaker(children, players)
    const pcm16 = toPcm16(createTestTone(PLAYED_RATE))
    loudspeaker.play({ messageId: 'test', sampleRate: PLAYED_RATE, pcm16, isLast: true })
    await withDeadline(
      LONGEST_MS,
      loudspeaker.waitUntilPlayed('test'),
      'The loudspeaker does not come to an end',
    )
    const untilMs = microphone.recordedMs() + LATEST_MS
    await withDeadline(LONGEST_MS, microphone.hasRecorded(untilMs), 'The microphone stopped')
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
    children.stop()
  }
}

class DeadlineExceeded extends BoundedError {
  override readonly name = 'TooLate'
}

async function withDeadline<T>(ms: number, work: Promise<T>, complaint: string): Promise<T> {
  const over = new AbortController()
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new DeadlineExceeded(complaint)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}

/** Keeps all that is recorded, until the program ends. */
function collectRecording(sound: AsyncIterable<Float32Array>) {
  const pieces: Float32Array[] = []
  let samples = 0
  const waiting = new Set<() => void>()
  const recordedMs = () => (samples / RECORDED_RATE) * 1000
  const recording = async () => {
    for await (const piece of sound) {
      pieces.push(piece)
      samples += piece.length
      for (const look of waiting) look()
    }
  }
  const ended = recording()
  // Nobody asks any more once the recorder was told to end.
  ended.catch(() => undefined)
  return {
    recordedMs,
    recording: () => concatSamples(pieces),
    /** Resolves once so much was recorded. Rejects when the recorder ends before. */
    hasRecorded: (ms: number): Promise<void> => {
      const enough = new Promise<void>((resolve) => {
        const look = () => {
          if (recordedMs() < ms) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
      return Promise.race([enough, ended])
    },
  }
}

function evaluateRecording(recording: Float32Array, startedMs: number): LoopbackResult {
  const found = findTestTone(recording, RECORDED_RATE)
  const isHeard = found !== null && found.heardMs >= LEAST_HEARD_MS
  const peak = recording.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
  return {
    playedMs: TEST_TONE_MS,
    heardMs: isHeard ? found.heardMs : 0,
    delayMs: isHeard ? Math.max(0, Math.round(found.startMs - startedMs)) : null,
    peakDb: peak === 0 ? null : Math.round(20 * Math.log10(peak)),
    complaint: null,
  }
}
