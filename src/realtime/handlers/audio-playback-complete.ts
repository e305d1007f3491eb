import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

/** What clients tell without waiting for an answer; it shows that they are alive. */
export function handleAudioPlaybackComplete(door: Door, session: Session): void {
  on(door, 'audio_playback_complete', ({ message_id }) => session.playbackComplete(message_id))
  on(door, 'update_preferences', session.touch)
}
