import { WEBRTC_NOT_SUPPORTED } from '../contract/webrtc.js'
import type { Connection } from './client-events.js'

/** Tells a client that voice over WebRTC is not served. */
export function refuseWebrtc({ socket, log }: Pick<Connection, 'socket' | 'log'>): void {
  log.warn(WEBRTC_NOT_SUPPORTED)
  socket.emit('livekit_error', { error: WEBRTC_NOT_SUPPORTED })
}
