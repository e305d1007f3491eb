import type { VoiceTimers } from './engine.js'
import type { PlaybackBuffer } from './playback.js'

/**
 * One client takes a gap of 300 ms for the end of a reply: the longest gap before silence is sent
 * (docs/wire-protocol.md, Reply audio).
 */
const MAX_GAP_MS = 200
/** Audio that waits to be sent; beyond this the synthesis waits. */
const MAX_QUEUED_MS = 1000
/** Silence that ends a reply whose last audio was sent before it was known to be the last. */
const CLOSING_MS = 20
/** No timer is as exact as sums of lengths. */
const MIN_WAIT_MS = 0.5

export type Audio = { readonly samples: Float32Array }

type PacerSettings<A extends Audio> = {
  /** Hz. */
  readonly sampleRate: number
  /** How far ahead of its playback audio is sent. */
  readonly leadMs: number
  readonly playback: PlaybackBuffer
  /** Without `audio` the samples are silence that fills a gap. */
  readonly send: (samples: Float32Array, chunk: { audio: A | undefined; isFinal: boolean }) => void
  /** Called once, when all was sent. */
  readonly onSent: () => void
}

export interface Pacer<A extends Audio> {
  push(audio: A): void
  /** No more will come: the last audio is sent as the final chunk. */
  end(): void
  pause(): void
  resume(): void
  /** Sends nothing any more. */
  stop(): void
  /** Resolves when there is room for more, and when nothing more is wanted. */
  room(): Promise<void>
}

/**
 * Sends a reply's audio a little ahead of its playback. Gaps while more is to come are filled with silence, and the last
 * chunk is marked as final, whatever it is, so that every reply with audio ends exactly once.
 */
export function createPacer<A extends Audio>(timers: VoiceTimers, settings: PacerSettings<A>): Pacer<A> {
  const { sampleRate, send, onSent } = settings
  const queue = createAudioQueue<A>(sampleRate)
  let state: 'open' | 'ended' | 'over' = 'open'
  let isPaused = false
  let sentAt: number | undefined
  let cancel = () => {}

  const close = () => {
    state = 'over'
    cancel()
    queue.clear()
  }
  const emit = (audio: A | undefined, ms: number) => {
    const isFinal = state === 'ended' && queue.first() === undefined
    sentAt = timers.elapsed()
    if (isFinal) close()
    send(audio?.samples ?? new Float32Array(Math.round((ms * sampleRate) / 1000)), { audio, isFinal })
    if (isFinal) onSent()
    else run()
  }
  function run(): void {
    cancel()
    if (state === 'over' || isPaused) return
    const isEnded = state === 'ended'
    const isClosing = isEnded && queue.first() === undefined
    const graceMs = sentAt === undefined ? undefined : Math.max(0, sentAt + MAX_GAP_MS - timers.elapsed())
    const wait = isClosing ? 0 : waitFor(settings, { queue, isEnded, graceMs })
    if (wait === undefined) return
    if (wait > MIN_WAIT_MS) cancel = timers.after(wait, run)
    else emit(queue.shift(), isClosing ? CLOSING_MS : MAX_GAP_MS)
  }
  return {
    push: (audio) => {
      if (state !== 'open') return
      queue.push(audio)
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

type Pending<A extends Audio> = {
  readonly queue: AudioQueue<A>
  readonly isEnded: boolean
  /** Time until the gap since the last chunk is too long; undefined before the first chunk. */
  readonly graceMs: number | undefined
}

/** Milliseconds until something must be sent; undefined: nothing can be sent yet. */
function waitFor<A extends Audio>(
  { playback, leadMs }: Pick<PacerSettings<A>, 'playback' | 'leadMs'>,
  { queue, isEnded, graceMs }: Pending<A>,
): number | undefined {
  const first = queue.first()
  if (first === undefined) return graceMs
  const early = playback.bufferedMs() === 0 ? 0 : playback.bufferedMs() + queue.lengthMs(first) - leadMs
  if (graceMs === undefined) return early
  // The only audio in the queue may be the last of the reply: it waits until that is known, or the gap is too long.
  return queue.isOnly(first) && !isEnded ? graceMs : Math.min(early, graceMs)
}

type AudioQueue<A extends Audio> = ReturnType<typeof createAudioQueue<A>>

function createAudioQueue<A extends Audio>(sampleRate: number) {
  let audios: readonly A[] = []
  let makeRoom = () => {}
  const lengthMs = ({ samples }: Audio) => (1000 * samples.length) / sampleRate
  const hasRoom = () => audios.reduce((sum, audio) => sum + lengthMs(audio), 0) < MAX_QUEUED_MS
  const change = (next: readonly A[]) => {
    audios = next
    if (hasRoom()) makeRoom()
  }
  return {
    lengthMs,
    first: () => audios[0],
    isOnly: (audio: A) => audios.length === 1 && audios[0] === audio,
    push: (audio: A) => change([...audios, audio]),
    shift: (): A | undefined => {
      const [first] = audios
      change(audios.slice(1))
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
