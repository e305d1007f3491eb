import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SPEAKER } from '../../../audio/speech/formant-voice.js'
import { createToneCodedVoice, synthesizeWhole } from '../../../audio/speech/tone-coded-voice.js'
import { type Client, SESSION_DEFAULTS, type Session } from '../../../client/create-client.js'
import { CHUNK_SAMPLES, createMicrophoneChunker } from '../../../client/session/microphone-chunker.js'
import type { CharacterPlayer } from '../../chat/chat-participants.js'
import { withSession } from '../voice-session.js'

/** The result of a spoken turn. Times are milliseconds, null for a stage that was not reached. */
export type RoundTrip = {
  readonly said: string
  /** The transcript; null when none came. */
  readonly heard: string | null
  readonly isExact: boolean
  /** What the server says it understands: people, or only the data layer; null when it does not say. */
  readonly understands: 'speech' | 'data_layer' | null
  /** An error that the server reported about its voice or recogniser. */
  readonly complaint: string | null
  readonly ms: {
    readonly connect: number
    /** After the last sound was sent. */
    readonly transcript: number | null
    /** After the transcript. */
    readonly firstText: number | null
    /** After the transcript. */
    readonly firstSound: number | null
  }
}

const TEXT = 'Hello there. Can you hear me?'
/** The longest time from the last sound to the complete text, for the silence that ends a turn and for the model. */
const REPLY_WAIT_MS = 10_000
/** The longest time from the complete text to the first sound. */
const SOUND_AFTER_TEXT_MS = 2000

/** Speaks to a character in the stub voice, in real time, until the first sound of its reply. */
export async function measureRoundTrip(client: Client, pair: CharacterPlayer): Promise<RoundTrip> {
  const speech = synthesizeWhole(createToneCodedVoice(), {
    text: TEXT,
    sampleRate: SESSION_DEFAULTS.recordingSampleRate,
    speaker: DEFAULT_SPEAKER,
    speed: 1,
  })
  const started = performance.now()
  const settings = {
    ...pair,
    voiceDataLayer: true,
    capabilities: { camera: false, microphone: true, speaker: true },
  }
  return withSession(client, settings, async (session, { speech_recognition: understands = null }) => {
    const connect = performance.now() - started
    const marks = observeSession(session)
    await session.startVoice()
    const lastSound = await speakUntilAnswered(session, speech, marks)
    if (marks.answered !== null) session.sendInterrupt()
    return { ...summarizeRoundTrip(marks, { connect, lastSound }), understands }
  })
}

type Marks = {
  heard: string | null
  complaint: string | null
  transcribed: number | null
  written: number | null
  /** When the text of the reply was complete. */
  finished: number | null
  answered: number | null
}

function observeSession(session: Session): Marks {
  const marks: Marks = {
    heard: null,
    complaint: null,
    transcribed: null,
    written: null,
    finished: null,
    answered: null,
  }
  session.on('sttResponse', ({ text, is_final }) => {
    if (!is_final) return
    marks.heard = text
    marks.transcribed ??= performance.now()
  })
  session.on('botResponse', ({ is_final }) => {
    marks.written ??= performance.now()
    if (is_final) marks.finished ??= performance.now()
  })
  session.on('botVoice', () => {
    marks.answered ??= performance.now()
  })
  session.on('voiceError', ({ message }) => {
    marks.complaint = message
  })
  return marks
}

/** Sends the speech in real time, then silence until a reply sounds; returns the time of the last sound sent. */
async function speakUntilAnswered(session: Session, speech: Float32Array, marks: Marks): Promise<number> {
  const microphone = createMicrophoneChunker(session)
  const started = performance.now()
  let lastSound = started
  for (let piece = 0; marks.answered === null; piece += 1) {
    const dueMs = piece * SESSION_DEFAULTS.audioChunkMs
    await sleep(Math.max(0, started + dueMs - performance.now()))
    const samples = speech.subarray(piece * CHUNK_SAMPLES, (piece + 1) * CHUNK_SAMPLES)
    if (samples.length > 0) lastSound = performance.now()
    if (isOverdue(marks, lastSound)) break
    microphone.push(samples.length > 0 ? samples : new Float32Array(CHUNK_SAMPLES))
  }
  return lastSound
}

const isOverdue = ({ finished }: Marks, lastSound: number): boolean =>
  performance.now() > (finished === null ? lastSound + REPLY_WAIT_MS : finished + SOUND_AFTER_TEXT_MS)

type Times = { readonly connect: number; readonly lastSound: number }

function summarizeRoundTrip(marks: Marks, { connect, lastSound }: Times): Omit<RoundTrip, 'understands'> {
  const since = (start: number | null, end: number | null) =>
    start === null || end === null ? null : Math.max(0, Math.round(end - start))
  return {
    said: TEXT,
    heard: marks.heard,
    isExact: marks.heard === TEXT,
    complaint: marks.complaint,
    ms: {
      connect: Math.round(connect),
      transcript: since(lastSound, marks.transcribed),
      firstText: since(marks.transcribed, marks.written),
      firstSound: since(marks.transcribed, marks.answered),
    },
  }
}
