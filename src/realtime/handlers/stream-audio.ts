import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

export function handleStreamAudio(connection: Connection, { voice }: Session): void {
  onClientEvent(connection, 'stream_audio', ({ audio = '' }) => voice.stream(audio))
}
