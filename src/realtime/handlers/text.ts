import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

export function handleText(door: Door, session: Session): void {
  on(door, 'text', ({ text = '' }) => session.text(text))
}
