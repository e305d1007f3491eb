import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Accepts both spellings of the flag (docs/wire-protocol.md, Client events). */
export function handleText(connection: Connection, session: Session): void {
  onClientEvent(connection, 'text', ({ text = '', textOnly = false, text_only = false }) =>
    session.text(text, { isTextOnly: textOnly || text_only }),
  )
}
