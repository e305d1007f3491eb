import type { ServerEventName, ServerEvents } from '../../contract/events.js'

/** The client's end of a session. */
export interface SessionPeer {
  emit<Name extends ServerEventName>(event: Name, payload: ServerEvents[Name]): void
  /** Closes the whole transport, after what was emitted has gone out. */
  close(): void
  /** Hz of its microphone; undefined: the rate of the session. */
  readonly microphoneRate?: number
}
