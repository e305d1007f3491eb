import { MessageRefusedError, sessionClosed } from '../errors.js'
import type { Emitter } from './emitter.js'
import type { SessionEvents } from './events.js'
import { createPendingReply, type PendingReply, type ReplyStream } from './reply.js'

type ExpectedReply = { id: string | null; readonly reply: PendingReply }

/** Error codes with which the server refuses a message: no reply to it follows. */
export const REFUSAL_CODES: ReadonlySet<string> = new Set(['rate_limited', 'invalid_payload'])

export type ReplyMatcher = {
  /** Call it once for each message sent; the stream is the reply to that message. */
  expectReply(): ReplyStream
}

/**
 * Assigns replies to messages. The protocol does not link them, but the server answers in order: a new message id
 * belongs to the oldest message without a reply.
 */
export function createReplyMatcher(emitter: Emitter<SessionEvents>): ReplyMatcher {
  let expected: readonly ExpectedReply[] = []
  const seen = new Set<string>()

  const find = (id: string): PendingReply | null => {
    const bound = expected.find((one) => one.id === id)
    if (bound || seen.has(id)) return bound?.reply ?? null
    seen.add(id)
    const oldest = expected.find((one) => one.id === null)
    if (oldest) oldest.id = id
    return oldest?.reply ?? null
  }
  const close = (reply: PendingReply | null) => {
    expected = expected.filter((one) => one.reply !== reply)
    return reply
  }

  emitter.on('botResponse', ({ message_id, text, is_final, is_interjection }) => {
    if (is_interjection) return
    if (is_final) close(find(message_id))?.finish(text)
    else find(message_id)?.appendText(text)
  })
  emitter.on('clientAction', (action) => find(action.message_id)?.addAction(action))
  emitter.on('interrupt', ({ message_id }) => close(find(message_id))?.interrupt())
  emitter.on('error', ({ error, message }) => {
    if (!REFUSAL_CODES.has(error ?? '')) return expected[0]?.reply.noteError(message)
    const refused = expected.findLast((one) => one.id === null)
    return close(refused?.reply ?? null)?.fail(new MessageRefusedError(error ?? '', message))
  })
  emitter.on('disconnected', ({ reason }) => {
    const lost = expected
    expected = []
    for (const { reply } of lost) reply.fail(sessionClosed(reason))
  })

  return {
    expectReply() {
      const one: ExpectedReply = { id: null, reply: createPendingReply(() => one.id) }
      expected = [...expected, one]
      return one.reply.stream
    },
  }
}
