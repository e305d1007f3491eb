import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

export function handleAudioPlaybackComplete(connection: Connection, session: Session): void {
  onClientEvent(connection, 'audio_playback_complete', ({ message_id }) =>
    session.playbackComplete(message_id),
  )
}
