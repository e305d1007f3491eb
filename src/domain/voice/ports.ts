import type { VadFrame } from '../../audio/vad.js'
import type { CharacterRecord } from '../characters/record.js'

/** How a character speaks; the wire's names. */
export type VoiceSettings = Pick<
  CharacterRecord,
  'tts_provider' | 'tts_model' | 'tts_voice' | 'generated_voice_id' | 'tts_speed' | 'tts_delivery_mode'
>

export type SpeechRequest = {
  /** A sentence or a few: what cannot be spoken (an emoji alone) is silence or nothing, never an error. */
  readonly text: string
  /** Hz; all audio of the answer has it. */
  readonly sampleRate: number
  readonly voice: VoiceSettings
  /** The words are to be in the sound as tones, too, for programs; voices that cannot do that leave them out. */
  readonly hasDataLayer?: boolean
}

/** When a word sounds, in seconds from the start of this request's audio. */
export type WordTiming = {
  /** The word as it stands in the text, with the punctuation at it. */
  readonly word: string
  /** Where it ends in the text of the request (UTF-16 code units). */
  readonly textEnd: number
  readonly from: number
  readonly to: number
}

/** When a phoneme sounds; `phoneme` is ARPAbet without stress, or `SIL`. Seconds as in WordTiming. */
export type PhonemeTiming = { readonly phoneme: string; readonly from: number; readonly to: number }

export type SpeechChunk = {
  /** Mono, -1 to 1, never empty; at most about 200 ms. */
  readonly samples: Float32Array
  /** Words that begin in this chunk; empty from providers that give no times. */
  readonly words: readonly WordTiming[]
  /** Phonemes that begin in this chunk; empty from providers that give none. */
  readonly phonemes: readonly PhonemeTiming[]
}

export interface SpeechSynthesis {
  /** A session has begun that will speak like this: what is loaded when first needed may be loaded now. */
  prepare?(request: Pick<SpeechRequest, 'voice' | 'hasDataLayer'>): void
  /**
   * Speaks a text, audio as it comes. Stops at once when the signal aborts.
   * Throws a DomainError of kind `upstream` when the provider fails, `unavailable` when the machine has no voice.
   */
  speak(request: SpeechRequest, signal: AbortSignal): AsyncIterable<SpeechChunk>
}

/** How a character's players are recognised; the wire's names. */
export type RecognitionSettings = Pick<CharacterRecord, 'stt_provider' | 'stt_language'>

export type RecognitionRequest = {
  /** Hz of everything that is pushed. */
  readonly sampleRate: number
  readonly settings: RecognitionSettings
}

export type RecognitionEvent =
  /** The whole hypothesis so far; never empty, never the same twice in a row. */
  | { readonly type: 'partial'; readonly text: string }
  /** The transcript: exactly one, after `finish`, and the last event. Empty when no words were recognised. */
  | {
      readonly type: 'final'
      readonly text: string
      readonly confidence?: number
      readonly language?: string
    }
  /**
   * To be sent to the client as `voice_error`; the stream goes on. `isOncePerSession`: only the first with its `error`
   * is sent in a session.
   */
  | {
      readonly type: 'notice'
      readonly error: string
      readonly message: string
      readonly isOncePerSession: boolean
    }

/** The recognition of one utterance. */
export interface RecognitionStream {
  /** Takes the next samples, -1 to 1; copied if they are kept. After `finish` or `close` they are ignored. */
  push(samples: Float32Array): void
  /** The utterance is over: the final follows. */
  finish(): void
  /** Aborts at once: `events` ends without a final. Safe to call at any time. */
  close(): void
  /**
   * To be read by one reader. Throws a DomainError of kind `upstream` or `unavailable` when the provider fails; ends
   * without a final when the signal aborts.
   */
  readonly events: AsyncIterable<RecognitionEvent>
}

/** What a recogniser understands: people, or only the data layer of parley's own voice. */
export type Understanding = 'speech' | 'data_layer'

export interface SpeechRecognition {
  /** Absent: people. */
  understands?(settings: RecognitionSettings): Understanding
  open(request: RecognitionRequest, signal: AbortSignal): RecognitionStream
}

export type ActivityRequest = {
  /** Hz. */
  readonly sampleRate: number
  /** The character's `vad_sensitivity`, 0 to 1. */
  readonly sensitivity: number
}

/** Distinguishes speech from noise, frame by frame, by the clock of the samples. */
export interface VoiceActivity {
  open(request: ActivityRequest): { push(samples: Float32Array): readonly VadFrame[] }
}
