import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

export function handleClientInterrupt(connection: Connection, session: Session): void {
  onClientEvent(connection, 'client_interrupt', ({ message_id }) => session.interrupt(message_id))
}
