import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

/** Either spelling of the flag (docs/wire-protocol.md, Client events). */
export function handleText(door: Door, session: Session): void {
  on(door, 'text', ({ text = '', textOnly = false, text_only = false }) =>
    session.text(text, { isTextOnly: textOnly || text_only }),
  )
}
