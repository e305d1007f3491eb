import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

/** Either spelling of the flag (wire-protocol, 3.1). */
export function handleText(door: Door, session: Session): void {
  on(door, 'text', ({ text = '', textOnly = false, text_only = false }) =>
    session.text(text, { isTextOnly: textOnly || text_only }),
  )
}
