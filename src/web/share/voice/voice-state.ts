import type { ObservableState } from '../observable-state.js'
import type { DeviceErrorReason } from './device-errors.js'

/** Whether the end of a turn is set by a button or detected by the service. */
export type VoiceMode = 'push-to-talk' | 'hands-free'

export type VoiceState = {
  /** `opening`: waiting for the microphone permission. */
  readonly step: 'off' | 'opening' | 'on'
  readonly mode: VoiceMode
  /** Why no microphone is offered: the service does not understand people, or the browser has none for this page. */
  readonly cannotHear: 'service' | 'insecure' | null
  /** Whether replies can be heard. */
  readonly canSpeak: boolean
  /** Replies were read aloud before a reload, and will be when the visitor does something. */
  readonly isAwaited: boolean
  /** Whether the push-to-talk button is pressed. */
  readonly isHeld: boolean
  /** Whether a turn was recognised and its reply has not begun. */
  readonly isThinking: boolean
  /** Whether a reply is being played. */
  readonly isSpeaking: boolean
  /** How much of the text of replies was spoken, by their ids: their captions end there. */
  readonly captions: ReadonlyMap<string, number>
  /** The last problem: of the microphone by its reason, of the service by its message. */
  readonly trouble: { readonly device: DeviceErrorReason } | { readonly message: string } | null
}

export type ObservableVoiceState = ObservableState<VoiceState>

export const VOICE_OFF: VoiceState = {
  step: 'off',
  mode: 'push-to-talk',
  cannotHear: null,
  canSpeak: true,
  isAwaited: false,
  isHeld: false,
  isThinking: false,
  isSpeaking: false,
  captions: new Map(),
  trouble: null,
}
