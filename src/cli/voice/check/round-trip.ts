import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SPEAKER } from '../../../audio/speech/formant-voice.js'
import { createToneCodedVoice, synthesizeWhole } from '../../../audio/speech/tone-coded-voice.js'
import { type Client, SESSION_DEFAULTS, type Session } from '../../../client/create-client.js'
import { CHUNK_SAMPLES, createMicrophoneChunker } from '../../../client/session/microphone-chunker.js'
import { withSession } from '../voice-session.js'

/** How long each stage took, in milliseconds; null for one that was never reached. */
export type RoundTrip = {
  readonly said: string
  /** The transcript; null when none came. */
  readonly heard: string | null
  readonly isExact: boolean
  /** What the server said of its voice or recogniser. */
  readonly complaint: string | null
  readonly ms: {
    readonly connect: number
    /** From the last sound that was sent. */
    readonly transcript: number | null
    /** From the transcript. */
    readonly firstText: number | null
    /** From the transcript. */
    readonly firstSound: number | null
  }
}

const SAID = 'Hello there. Can you hear me?'
/** A turn ends with a silence, and a model may take its time. */
const PATIENCE_MS = 10_000
/** Sound that has not come so long after the whole text will not. */
const GRACE_MS = 2000

type Whom = { readonly characterId: string; readonly playerId: string }

/** Says something to a character in the stub voice, as a microphone would, until the first sound of the answer. */
export async function measureRoundTrip(client: Client, whom: Whom): Promise<RoundTrip> {
  const speech = synthesizeWhole(createToneCodedVoice(), {
    text: SAID,
    sampleRate: SESSION_DEFAULTS.recordingSampleRate,
    speaker: DEFAULT_SPEAKER,
    speed: 1,
  })
  const started = performance.now()
  const settings = { ...whom, capabilities: { camera: false, microphone: true, speaker: true } }
  return withSession(client, settings, async (session) => {
    const connect = performance.now() - started
    const marks = observeSession(session)
    await session.startVoice()
    const lastSound = await speakUntilAnswered(session, speech, marks)
    if (marks.answered !== null) session.sendInterrupt()
    return summarizeRoundTrip(marks, { connect, lastSound })
  })
}

type Marks = {
  heard: string | null
  complaint: string | null
  transcribed: number | null
  written: number | null
  /** When the whole text was there. */
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

/** Sends the sound as fast as it is, then silence until an answer sounds; returns when the last of the sound went. */
async function speakUntilAnswered(session: Session, speech: Float32Array, marks: Marks): Promise<number> {
  const microphone = createMicrophoneChunker(session)
  const started = performance.now()
  let lastSound = started
  for (let piece = 0; marks.answered === null; piece += 1) {
    const dueMs = piece * SESSION_DEFAULTS.audioChunkMs
    await sleep(Math.max(0, started + dueMs - performance.now()))
    const samples = speech.subarray(piece * CHUNK_SAMPLES, (piece + 1) * CHUNK_SAMPLES)
    if (samples.length > 0) lastSound = performance.now()
    if (isHopeless(marks, lastSound)) break
    microphone.push(samples.length > 0 ? samples : new Float32Array(CHUNK_SAMPLES))
  }
  return lastSound
}

const isHopeless = ({ finished }: Marks, lastSound: number): boolean =>
  performance.now() > (finished === null ? lastSound + PATIENCE_MS : finished + GRACE_MS)

type Times = { readonly connect: number; readonly lastSound: number }

function summarizeRoundTrip(marks: Marks, { connect, lastSound }: Times): RoundTrip {
  const since = (start: number | null, end: number | null) =>
    start === null || end === null ? null : Math.max(0, Math.round(end - start))
  return {
    said: SAID,
    heard: marks.heard,
    isExact: marks.heard === SAID,
    complaint: marks.complaint,
    ms: {
      connect: Math.round(connect),
      transcript: since(lastSound, marks.transcribed),
      firstText: since(marks.transcribed, marks.written),
      firstSound: since(marks.transcribed, marks.answered),
    },
  }
}
