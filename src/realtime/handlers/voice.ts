import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

/**
 * Acknowledgements are given once the recogniser is open, or closed
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
export function handleVoice(door: Door, { voice }: Session): void {
  on(door, 'start_voice', ({ turn_mode }) => voice.start(turn_mode))
  on(door, 'stop_voice', () => voice.stop())
  on(door, 'stream_audio', ({ audio = '' }) => voice.stream(audio))
}
