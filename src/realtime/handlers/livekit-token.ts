import { requestBaseUrl } from '../../domain/request-base-url.js'
import { type Connection, onClientEvent } from '../client-events.js'
import { refuseWebrtc } from '../refuse-webrtc.js'

/**
 * Refuses voice over WebRTC. The published browser SDK ignores `livekit_error` and would wait ten seconds for a token,
 * so it gets one first, with the URL of this server, which refuses the WebRTC client at once and gives the reason.
 */
export function handleLivekitToken(connection: Connection): void {
  const { socket } = connection
  onClientEvent(connection, 'livekit_token', () => {
    socket.emit('livekit_token', {
      token: 'none',
      url: requestBaseUrl(socket.request).replace(/^http/, 'ws'),
      room: 'none',
    })
    refuseWebrtc(connection)
  })
}
