import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

export function handleClientInterrupt(door: Door, session: Session): void {
  on(door, 'client_interrupt', ({ message_id }) => session.interrupt(message_id))
}
