import type { DeviceErrorReason } from './device-errors.js'
import type { ObservableState } from './observable-state.js'

/** Whether the visitor holds a button to talk, or the service finds out when a turn is over. */
export type VoiceMode = 'hold' | 'free'

export type VoiceState = {
  /** `opening`: the browser asks for the microphone. */
  readonly step: 'off' | 'opening' | 'on'
  readonly mode: VoiceMode
  /** Whether the button is held. */
  readonly isHeld: boolean
  /** Whether something was said, and nothing of an answer is there yet. */
  readonly isThinking: boolean
  /** Whether a reply sounds. */
  readonly isSpeaking: boolean
  /** Of this browser's microphone by name, of the service in its own words. */
  readonly trouble: { readonly device: DeviceErrorReason } | { readonly message: string } | null
}

export type ObservableVoiceState = ObservableState<VoiceState>

export const VOICE_OFF: VoiceState = {
  step: 'off',
  mode: 'hold',
  isHeld: false,
  isThinking: false,
  isSpeaking: false,
  trouble: null,
}
