import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Either spelling of the flag (docs/wire-protocol.md, Client events). */
export function handleSayLine(door: Connection, session: Session): void {
  onClientEvent(door, 'say_line', ({ text = '', textOnly = false, text_only = false }) =>
    session.sayLine(text, { isTextOnly: textOnly || text_only }),
  )
}
