import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** What clients tell without waiting for an answer; it shows that they are alive. */
export function handleAudioPlaybackComplete(door: Connection, session: Session): void {
  onClientEvent(door, 'audio_playback_complete', ({ message_id }) => session.playbackComplete(message_id))
  onClientEvent(door, 'update_preferences', session.touch)
}
