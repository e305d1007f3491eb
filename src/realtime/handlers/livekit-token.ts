import { type Door, on } from '../on.js'

/** There is no WebRTC here (wire-protocol, 4.9). */
export function handleLivekitToken(door: Door): void {
  const error = 'WebRTC is not available here; set the voice transport to websocket'
  on(door, 'livekit_token', () => void door.socket.emit('livekit_error', { error }))
}
