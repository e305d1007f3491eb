import type { Session } from '../../client/create-client.js'
import { SESSION_DEFAULTS } from '../../client/session/settings.js'
import { type RunClock, sleepUntil, withTimeout } from '../run-clock.js'
import {
  createMetricRecorder,
  measureReply,
  type ScheduledTurn,
  type TurnMeasurementDeps,
} from './measure-turn.js'
import { type ReplyWatch, watchReply } from './reply-watch.js'

/** A turn by text. */
export async function playTextTurn(
  deps: TurnMeasurementDeps,
  text: string,
  turn: ScheduledTurn,
): Promise<void> {
  const watch = watchReply(deps.session, deps.clock, deps.seen)
  deps.session.sendText(text)
  await measureReply(deps, { ...turn, said: text }, watch)
}

/** A turn by text whose reply is interrupted `afterMs` after it begins, unless it has ended by then. */
export async function playInterruptedTurn(
  deps: TurnMeasurementDeps,
  text: string,
  { at, afterMs }: { readonly at: number; readonly afterMs: number },
): Promise<void> {
  const watch = watchReply(deps.session, deps.clock, deps.seen)
  deps.session.sendText(text)
  await Promise.all([
    measureReply(deps, { at, firstCheck: NO_CHECK }, watch),
    measureInterruption(deps, watch, afterMs),
  ])
}

/** An interrupted turn has no checks. */
const NO_CHECK = 0

async function measureInterruption(
  deps: TurnMeasurementDeps,
  watch: ReplyWatch,
  afterMs: number,
): Promise<void> {
  const { session, clock, turnTimeoutMs } = deps
  await watch.begun
  const end = await withTimeout(afterMs, watch.ended)
  // The audio of a reply continues after its text has ended.
  if (end !== null && deps.playback === null) return
  if (end !== null) await sleepUntil(clock, end.at + afterMs)
  const requestedAt = clock.now()
  const acknowledged = new Promise<number>((resolve) => {
    const unsubscribe = session.on('interrupt', () => {
      unsubscribe()
      resolve(clock.now())
    })
  })
  session.sendInterrupt()
  const at = await withTimeout(turnTimeoutMs, acknowledged)
  createMetricRecorder(deps, requestedAt)('turn.interrupt', at ?? requestedAt, at === null ? 'timeout' : null)
}

type SpokenTurn = Pick<ScheduledTurn, 'at' | 'expect' | 'firstCheck'> & {
  /** The exact transcript that the service must recognise. */
  readonly transcript?: string | undefined
}

/** A spoken turn, measured from the end of speech. The microphone stays open during the reply. */
export async function playSpokenTurn(
  deps: TurnMeasurementDeps,
  speech: RecordedSpeech,
  turn: SpokenTurn,
): Promise<void> {
  const { session, clock, seen } = deps
  await session.startVoice()
  const watch = watchReply(session, clock, seen)
  const transcripts: string[] = []
  const unsubscribe = session.on(
    'sttResponse',
    ({ text, is_final }) => void (is_final && transcripts.push(text)),
  )
  let isOver = false
  const speaking = streamSpeech(session, speech, { clock, isOver: () => isOver })
  const { at, expect, firstCheck, transcript: expected } = turn
  const transcript =
    expected === undefined ? {} : { transcript: { expected, heard: () => transcripts.join(' ') } }
  await measureReply(deps, { at: at + speech.voicedMs, expect, firstCheck, ...transcript }, watch)
  isOver = true
  unsubscribe()
  await speaking
}

/** As microphones send (docs/wire-protocol.md, Microphone audio). */
const CHUNK_MS = SESSION_DEFAULTS.audioChunkMs
const BYTES_PER_SAMPLE = 2

/** Speech from a recording. */
export type RecordedSpeech = {
  readonly pcm16: Uint8Array
  /** Hz. */
  readonly sampleRate: number
  /** Time until the end of the last sound. */
  readonly voicedMs: number
}

/**
 * Speaks into an open microphone in real time, and goes on in silence until `isSessionOver`. */
async function streamSpeech(
  session: Pick<Session, 'streamAudio'>,
  { pcm16, sampleRate, voicedMs }: RecordedSpeech,
  { clock, isOver }: { readonly clock: RunClock; readonly isOver: () => boolean },
): Promise<void> {
  const pieceBytes = ((sampleRate * CHUNK_MS) / 1000) * BYTES_PER_SAMPLE
  const silence = new Uint8Array(pieceBytes)
  const begun = clock.now()
  for (let index = 0; index * CHUNK_MS <= voicedMs || !isOver(); index += 1) {
    await sleepUntil(clock, begun + (index + 1) * CHUNK_MS)
    const piece = pcm16.subarray(index * pieceBytes, (index + 1) * pieceBytes)
    session.streamAudio(piece.length === 0 ? silence : piece)
  }
}
