import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/**
 * Acknowledgements are given once the recogniser is open, or closed
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
export function handleStartVoice(door: Connection, { voice }: Session): void {
  onClientEvent(door, 'start_voice', ({ turn_mode }) => voice.start(turn_mode))
  onClientEvent(door, 'stop_voice', () => voice.stop())
  onClientEvent(door, 'stream_audio', ({ audio = '' }) => voice.stream(audio))
}
