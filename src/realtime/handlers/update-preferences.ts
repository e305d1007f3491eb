import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Its only field has no effect here; like any event, it postpones the idle timeout. */
export function handleUpdatePreferences(connection: Connection, session: Session): void {
  onClientEvent(connection, 'update_preferences', session.touch)
}
