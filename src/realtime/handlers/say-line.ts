import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Accepts both spellings of the flag (docs/wire-protocol.md, Client events). */
export function handleSayLine(connection: Connection, session: Session): void {
  onClientEvent(connection, 'say_line', ({ text = '', textOnly = false, text_only = false }) =>
    session.sayLine(text, { isTextOnly: textOnly || text_only }),
  )
}
