import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

export function handleSayLine(door: Door, session: Session): void {
  on(door, 'say_line', ({ text = '' }) => session.sayLine(text))
}
