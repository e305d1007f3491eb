import type { InterruptReason } from '../turns/stop.js'
import type { VoiceTimings } from './settings.js'
import type { RecognisedTurn } from './turn-detection.js'

// The states, events and actions of turn taking; turn-state-machine.ts is the transitions between them.

export const PHASES = ['listening', 'user_speaking', 'thinking', 'speaking', 'paused'] as const
export type Phase = (typeof PHASES)[number]

/** What is known of the current reply. */
export type ReplyStatus = {
  /** Text or audio is still to be sent. */
  readonly isUnfinished: boolean
  /** Audio is being played, by the server's estimate. */
  readonly isAudible: boolean
  /** Audio has begun, and its playback is not confirmed: lasts up to `playbackGraceMs` longer than `isAudible`. */
  readonly isPlaying: boolean
  /** It answers the turn that was taken last, and its text is not complete. */
  readonly isOpenAnswer: boolean
}

/** The player's speech, seen beside the reply that it may interrupt, or be an echo of. */
export type SpeechOverlap = {
  /** Length of the speech that is not the character's own voice. */
  readonly speechMs: number
  /** How long the reply has been audible. */
  readonly playingMs: number
  /** The speech began over a reply, or so soon after one that it may be its echo. */
  readonly isNearReply: boolean
  /** By its loudness the speech is an echo of the reply. */
  readonly isOwnVoice: boolean
  /** By its words the speech is an echo of the reply. */
  readonly isEcho: boolean
}

export type ReplyEventType = 'reply_generating' | 'reply_playing' | 'reply_over'

export type TurnEvent =
  /** The current reply has changed. */
  | { readonly type: ReplyEventType; readonly reply: ReplyStatus }
  /** One more voiced frame. */
  | { readonly type: 'speech'; readonly overlap: SpeechOverlap }
  /** Voice activity has ended. */
  | { readonly type: 'speech_end' }
  /** The transcript has not changed during so much silence that it may be complete. */
  | { readonly type: 'silence'; readonly mayBeEcho: boolean }
  /** A partial transcript. */
  | { readonly type: 'partial'; readonly text: string; readonly overlap: SpeechOverlap }
  /** The final transcript of a whole turn. */
  | { readonly type: 'turn'; readonly turn: RecognisedTurn; readonly overlap: SpeechOverlap }
  /** Speech was detected, but no words were recognised. */
  | { readonly type: 'no_words' }
  /** Push-to-talk: the button was pressed. */
  | { readonly type: 'button_pressed' }
  | { readonly type: 'typed_message' | 'say_line' | 'client_interrupt' }
  /** The resume timer is due. */
  | { readonly type: 'resume_timeout' }
  /** The session ends. */
  | { readonly type: 'closed' }

export type TurnAction =
  | { readonly type: 'pause_playback' | 'resume_playback' }
  | { readonly type: 'start_resume_timer' | 'stop_resume_timer' }
  | { readonly type: 'interrupt_reply'; readonly reason: InterruptReason }
  /** A reply whose estimated end has passed counts as played: it need not be interrupted. */
  | { readonly type: 'complete_playback' }
  /** Withdraws the answer that is being generated, with the turn that it answers. */
  | { readonly type: 'retract_turn' }
  /** Clients take a partial for an interruption: over a reply it is withheld until the reply is interrupted. */
  | { readonly type: 'send_partial' }
  | { readonly type: 'send_transcript' }
  | {
      readonly type: 'answer_turn'
      readonly text: string
      readonly turn: RecognisedTurn
      /** It begins with a turn that was retracted, and was counted with that. */
      readonly isContinuation: boolean
      readonly usesPreemptive: boolean
    }
  | { readonly type: 'start_preemptive'; readonly text: string }
  | { readonly type: 'drop_preemptive' }

export type TurnState = {
  readonly phase: Phase
  readonly reply: ReplyStatus
  /** Voice activity, or a button that is held. */
  readonly isUserSpeaking: boolean
  /** What was recognised of the current turn so far. */
  readonly transcript: string
  /** A partial transcript was not sent yet. */
  readonly isPartialWithheld: boolean
  /** The turn that was taken last. */
  readonly pending: { readonly text: string; readonly turn: RecognisedTurn } | undefined
  /** A turn that was retracted, and begins the next one. */
  readonly retracted: { readonly text: string; readonly turn: RecognisedTurn } | undefined
  /** How often the current turn was retracted. */
  readonly retractions: number
  /** What the model was asked before the end of the turn was certain. */
  readonly preemptiveText: string | undefined
  readonly preemptiveAttempts: number
}

export type Step = { readonly state: TurnState; readonly actions: readonly TurnAction[] }

export type TurnTimings = Pick<VoiceTimings, 'bargeInMs' | 'turnGuardMs'> & {
  /** Speech of this length pauses a reply, or retracts a turn. */
  readonly minSpeechMs: number
}

export const NO_REPLY: ReplyStatus = {
  isUnfinished: false,
  isAudible: false,
  isPlaying: false,
  isOpenAnswer: false,
}

export const INITIAL_TURN_STATE: TurnState = {
  phase: 'listening',
  reply: NO_REPLY,
  isUserSpeaking: false,
  transcript: '',
  isPartialWithheld: false,
  pending: undefined,
  retracted: undefined,
  retractions: 0,
  preemptiveText: undefined,
  preemptiveAttempts: 0,
}
