import { type Connection, onClientEvent } from '../client-events.js'
import { refuseWebrtc } from '../refuse-webrtc.js'

/** No token is sent here: SDKs that join with an unusable token would ask for another one forever. */
export function handleLivekitJoin(connection: Connection): void {
  onClientEvent(connection, 'livekit_join', () => refuseWebrtc(connection))
}
