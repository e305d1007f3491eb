import type { VoiceTimers } from './engine.js'
import type { PlaybackLine } from './playback-line.js'

/**
 * One client takes a gap of 300 ms for the end of a reply: after so long something is sent
 * (docs/wire-protocol.md, Reply audio).
 */
const LONGEST_GAP_MS = 200
/** So much sound waits at most; whoever makes it waits then. */
const ROOM_MS = 1000
const CLOSING_MS = 20
/** No timer is as exact as sums of lengths. */
const LEAST_WAIT_MS = 0.5

export type Sound = { readonly samples: Float32Array }

type PacerSettings<S extends Sound> = {
  /** Hz. */
  readonly sampleRate: number
  /** How far ahead of its playback sound is sent. */
  readonly leadMs: number
  readonly line: PlaybackLine
  /** Undefined in place of the sound: silence that fills a gap. */
  readonly send: (samples: Float32Array, about: { sound: S | undefined; isFinal: boolean }) => void
  /** Called once, when all is sent. */
  readonly onSent: () => void
}

export interface Pacer<S extends Sound> {
  push(sound: S): void
  /** No more will come: the last sound is sent as the final one. */
  end(): void
  pause(): void
  resume(): void
  /** Sends nothing any more. */
  stop(): void
  /** Resolves when there is room for more, and when nothing more is wanted. */
  room(): Promise<void>
}

/**
 * Sends a reply's sound a little ahead of its playback. Gaps while more is to come are filled with silence, and the
 * last thing sent is final whatever it is, so that every reply with sound ends exactly once.
 */
export function createPacer<S extends Sound>(timers: VoiceTimers, settings: PacerSettings<S>): Pacer<S> {
  const { sampleRate, send, onSent } = settings
  const queue = createSoundQueue<S>(sampleRate)
  let state: 'open' | 'ended' | 'over' = 'open'
  let isPaused = false
  let sentAt: number | undefined
  let cancel = () => {}

  const close = () => {
    state = 'over'
    cancel()
    queue.clear()
  }
  const emit = (sound: S | undefined, ms: number) => {
    const isFinal = state === 'ended' && queue.first() === undefined
    sentAt = timers.elapsed()
    if (isFinal) close()
    send(sound?.samples ?? new Float32Array(Math.round((ms * sampleRate) / 1000)), { sound, isFinal })
    if (isFinal) onSent()
    else run()
  }
  function run(): void {
    cancel()
    if (state === 'over' || isPaused) return
    const isEnded = state === 'ended'
    const isClosing = isEnded && queue.first() === undefined
    const spared = sentAt === undefined ? undefined : Math.max(0, sentAt + LONGEST_GAP_MS - timers.elapsed())
    const wait = isClosing ? 0 : waitFor(settings, { queue, isEnded, spared })
    if (wait === undefined) return
    if (wait > LEAST_WAIT_MS) cancel = timers.after(wait, run)
    else emit(queue.shift(), isClosing ? CLOSING_MS : LONGEST_GAP_MS)
  }
  return {
    push: (sound) => {
      if (state !== 'open') return
      queue.push(sound)
      run()
    },
    end: () => {
      if (state !== 'open') return
      state = 'ended'
      run()
    },
    pause: () => {
      isPaused = true
      cancel()
    },
    resume: () => {
      isPaused = false
      run()
    },
    stop: close,
    room: queue.room,
  }
}

type Waiting<S extends Sound> = {
  readonly queue: SoundQueue<S>
  readonly isEnded: boolean
  /** How long nothing need be sent yet; undefined before the first sound. */
  readonly spared: number | undefined
}

/** Milliseconds until something must be sent; undefined: until something comes that could be. */
function waitFor<S extends Sound>(
  { line, leadMs }: Pick<PacerSettings<S>, 'line' | 'leadMs'>,
  { queue, isEnded, spared }: Waiting<S>,
): number | undefined {
  const first = queue.first()
  if (first === undefined) return spared
  const early = line.queuedMs() === 0 ? 0 : line.queuedMs() + queue.lengthMs(first) - leadMs
  if (spared === undefined) return early
  // The only one left may be the last: that is known soon, or it must go anyway.
  return queue.isOnly(first) && !isEnded ? spared : Math.min(early, spared)
}

type SoundQueue<S extends Sound> = ReturnType<typeof createSoundQueue<S>>

function createSoundQueue<S extends Sound>(sampleRate: number) {
  let sounds: readonly S[] = []
  let makeRoom = () => {}
  const lengthMs = ({ samples }: Sound) => (1000 * samples.length) / sampleRate
  const hasRoom = () => sounds.reduce((sum, sound) => sum + lengthMs(sound), 0) < ROOM_MS
  const change = (next: readonly S[]) => {
    sounds = next
    if (hasRoom()) makeRoom()
  }
  return {
    lengthMs,
    first: () => sounds[0],
    isOnly: (sound: S) => sounds.length === 1 && sounds[0] === sound,
    push: (sound: S) => change([...sounds, sound]),
    shift: (): S | undefined => {
      const [first] = sounds
      change(sounds.slice(1))
      return first
    },
    clear: () => change([]),
    room: () => {
      if (hasRoom()) return Promise.resolve()
      return new Promise<void>((resolve) => {
        makeRoom = resolve
      })
    },
  }
}
