import { createVad, VAD_DEFAULTS, type VadSettings } from '../../audio/vad.js'
import type { VoiceActivity } from './ports.js'

/** The built-in detector. */
export function createVoiceActivity(settings: VadSettings = VAD_DEFAULTS): VoiceActivity {
  return { open: ({ sampleRate, sensitivity }) => createVad(sampleRate, { ...settings, sensitivity }) }
}
