import type { Session } from '../../client/create-client.js'
import { REFUSAL_CODES } from '../../client/session/reply-matcher.js'
import type { RunClock } from '../run-clock.js'

/** The end of a reply. `failure` is the error because of which it is missing or unusable. */
export type ReplyEnd = {
  readonly messageId: string | null
  readonly text: string
  readonly at: number
  readonly isInterrupted: boolean
  readonly failure: string | null
  /** The error message of the service. */
  readonly message: string | null
}

export type ReplyWatch = {
  /** Time of the first text on the clock of the run; null before. */
  firstTextAt(): number | null
  /** Resolves at the first text, or at the end of a reply without text. */
  readonly begun: Promise<void>
  readonly ended: Promise<ReplyEnd>
}

/**
 * Watches the next reply of a session that has one turn at a time. Call it before sending, so that its listeners take
 * the times first.
 */
export function watchReply(session: Pick<Session, 'on'>, clock: RunClock, seen: Set<string>): ReplyWatch {
  let messageId: string | null = null
  let firstTextAt: number | null = null
  let errorCode: string | null = null
  let message: string | null = null
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<ReplyEnd>((resolve) => {
    const end = (text: string, { isInterrupted = false, failure = errorCode } = {}) => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      begin()
      resolve({ messageId, text, at: clock.now(), isInterrupted, failure, message })
    }
    /** The first reply with a new id is the reply to the turn. */
    const isThisReply = (id: string) => {
      if (messageId === null && !seen.has(id)) {
        seen.add(id)
        messageId = id
      }
      return messageId === id
    }
    const unsubscribes = [
      session.on('botResponse', ({ message_id, text, is_final, is_interjection }) => {
        if (is_interjection || !isThisReply(message_id)) return
        if (text !== '' && firstTextAt === null) {
          firstTextAt = clock.now()
          begin()
        }
        if (is_final) end(text)
      }),
      session.on(
        'interrupt',
        ({ message_id }) => isThisReply(message_id) && end('', { isInterrupted: true }),
      ),
      session.on('error', ({ error, message: errorMessage }) => {
        errorCode = error ?? 'error'
        message = errorMessage
        if (REFUSAL_CODES.has(errorCode)) end('')
      }),
      session.on('quotaExceeded', () => end('', { failure: 'quota_exceeded' })),
      session.on('disconnected', ({ reason }) => end('', { failure: `disconnected: ${reason}` })),
    ]
  })
  return { firstTextAt: () => firstTextAt, begun, ended }
}
