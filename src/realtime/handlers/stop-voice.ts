import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Acknowledged once the recogniser is closed (docs/wire-protocol.md, Voice mode and push-to-talk). */
export function handleStopVoice(connection: Connection, { voice }: Session): void {
  onClientEvent(connection, 'stop_voice', () => voice.stop())
}
