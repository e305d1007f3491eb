import { type Session, sessionClosed } from '../../../client/create-client.js'

/** Rejects when the session is over for good. */
export function rejectOnSessionEnd(session: Session): Promise<never> {
  const over = new Promise<never>((_, reject) => {
    session.on('disconnected', ({ reason, willReconnect }) => {
      if (!willReconnect) reject(sessionClosed(reason))
    })
  })
  over.catch(() => undefined)
  return over
}
