import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Acknowledged once the recogniser is open (docs/wire-protocol.md, Voice mode and push-to-talk). */
export function handleStartVoice(connection: Connection, { voice }: Session): void {
  onClientEvent(connection, 'start_voice', ({ turn_mode }) => voice.start(turn_mode))
}
