import type { Session } from '../client/create-client.js'
import type { RunClock } from './run-clock.js'

/** How a reply ended. `failure`: why there is none, or why it is none to count on. */
export type ReplyEnd = {
  readonly messageId: string | null
  readonly text: string
  readonly at: number
  readonly isInterrupted: boolean
  readonly failure: string | null
  /** What the service said of the failure. */
  readonly message: string | null
}

export type ReplyWatch = {
  /** When its first text came, in milliseconds of the run; null until then. */
  firstTextAt(): number | null
  /** Resolves at its first text, or when it ends without. */
  readonly begun: Promise<void>
  readonly ended: Promise<ReplyEnd>
}

/** With these the service has not taken the message, so no reply will come. */
const REFUSALS: ReadonlySet<string> = new Set(['rate_limited', 'invalid_payload'])

/**
 * Watches for the next reply of a session in which one turn is open at a time. Times are taken as the events arrive,
 * before anything else looks at them.
 */
export function watchReply(session: Pick<Session, 'on'>, clock: RunClock, seen: Set<string>): ReplyWatch {
  let messageId: string | null = null
  let firstTextAt: number | null = null
  let note: string | null = null
  let message: string | null = null
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<ReplyEnd>((resolve) => {
    const end = (text: string, { isInterrupted = false, failure = note } = {}) => {
      for (const forget of forgets) forget()
      begin()
      resolve({ messageId, text, at: clock.now(), isInterrupted, failure, message })
    }
    /** The first reply not seen before is the one. */
    const isIt = (id: string) => {
      if (messageId === null && !seen.has(id)) {
        seen.add(id)
        messageId = id
      }
      return messageId === id
    }
    const forgets = [
      session.on('botResponse', ({ message_id, text, is_final, is_interjection }) => {
        if (is_interjection || !isIt(message_id)) return
        if (text !== '' && firstTextAt === null) {
          firstTextAt = clock.now()
          begin()
        }
        if (is_final) end(text)
      }),
      session.on('interrupt', ({ message_id }) => isIt(message_id) && end('', { isInterrupted: true })),
      session.on('error', ({ error, message: told }) => {
        note = error ?? 'error'
        message = told
        if (REFUSALS.has(note)) end('')
      }),
      session.on('quotaExceeded', () => end('', { failure: 'quota_exceeded' })),
      session.on('disconnected', ({ reason }) => end('', { failure: `disconnected: ${reason}` })),
    ]
  })
  return { firstTextAt: () => firstTextAt, begun, ended }
}
