import type { Session } from '../client/create-client.js'
import { type RunClock, sleepUntil } from './run-clock.js'

/** How microphones send: 16-bit mono in pieces of 100 ms (docs/wire-protocol.md, Microphone audio). */
const CHUNK_MS = 100
const BYTES_PER_SAMPLE = 2

/** Recorded speech, ready to be sent. */
export type RecordedSpeech = {
  readonly pcm16: Uint8Array
  /** Hz. */
  readonly sampleRate: number
  /** Where the last sound of it is, from its beginning. */
  readonly voicedMs: number
}

/**
 * Speaks into an open microphone in real time, and goes on in silence until `isSessionOver`. */
export async function streamSpeech(
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
