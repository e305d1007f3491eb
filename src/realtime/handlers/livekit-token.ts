import { WEBRTC_NOT_SUPPORTED } from '../../contract/webrtc.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import { type Connection, onClientEvent } from '../client-events.js'

/**
 * Voice over WebRTC is not served. The published browser SDK reads no `livekit_error`, but waits ten seconds for a token:
 * it gets one of a place on this server that refuses at once, with the reason.
 */
export function handleLivekitToken(door: Connection): void {
  const { socket, log } = door
  const refuse = () => {
    log.warn(WEBRTC_NOT_SUPPORTED)
    socket.emit('livekit_error', { error: WEBRTC_NOT_SUPPORTED })
  }
  onClientEvent(door, 'livekit_token', () => {
    socket.emit('livekit_token', {
      token: 'none',
      url: requestBaseUrl(socket.request).replace(/^http/, 'ws'),
      room: 'none',
    })
    refuse()
  })
  // Who has been in a room would have joined by now: another token would make it try for ever.
  onClientEvent(door, 'livekit_join', refuse)
}
