import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

/** Either spelling of the flag (docs/wire-protocol.md, Client events). */
export function handleSayLine(door: Door, session: Session): void {
  on(door, 'say_line', ({ text = '', textOnly = false, text_only = false }) =>
    session.sayLine(text, { isTextOnly: textOnly || text_only }),
  )
}
