import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Either spelling of the flag (docs/wire-protocol.md, Client events). */
export function handleText(door: Connection, session: Session): void {
  onClientEvent(door, 'text', ({ text = '', textOnly = false, text_only = false }) =>
    session.text(text, { isTextOnly: textOnly || text_only }),
  )
}
