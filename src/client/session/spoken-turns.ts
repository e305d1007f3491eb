import type { Emitter, Unsubscribe } from './emitter.js'
import type { ClientAction, SessionEvents } from './events.js'

/** A turn that began with speech, once it is over. */
export type SpokenTurn = {
  readonly messageId: string
  /** The transcript of what the player said. */
  readonly input: string
  /** The complete reply; when interrupted or failed, the text received until then. */
  readonly reply: string
  readonly actions: readonly ClientAction[]
  readonly isInterrupted: boolean
  /** Message of the last `error` event during the turn. */
  readonly error: string | null
}

export type SpokenTurnListener = {
  /** An interim transcript holds everything recognised so far; a final one is the player's turn. */
  onTranscript(text: string, isFinal: boolean): void
  /** The reply so far. */
  onReplyText(reply: string, messageId: string): void
  onAction(action: ClientAction): void
  /** The text of a reply is complete or interrupted; its audio may continue. */
  onTurn(turn: SpokenTurn): void
}

type OpenTurn = Pick<SpokenTurn, 'messageId' | 'input'> & {
  reply: string
  readonly actions: ClientAction[]
  error: string | null
}

/**
 * Assembles the turns of voice mode. The protocol does not link a reply to a transcript: a new reply answers the last
 * final one, because a player who continues before the reply begins extends the turn, whose transcript is sent again.
 */
export function subscribeToSpokenTurns(
  session: Pick<Emitter<SessionEvents>, 'on'>,
  listener: SpokenTurnListener,
): Unsubscribe {
  const seen = new Set<string>()
  let input = ''
  /** Of a reply that has not begun. */
  let earlyError: string | null = null
  let open: OpenTurn | null = null

  const findOrOpen = (messageId: string): OpenTurn | null => {
    if (open?.messageId === messageId) return open
    if (seen.has(messageId)) return null
    seen.add(messageId)
    open = { messageId, input, reply: '', actions: [], error: earlyError }
    input = ''
    earlyError = null
    return open
  }
  const end = (turn: OpenTurn, isInterrupted: boolean) => {
    open = null
    listener.onTurn({ ...turn, isInterrupted })
  }
  const unsubscribes = [
    session.on('sttResponse', ({ text, is_final: isFinal }) => {
      if (isFinal) {
        input = text
        earlyError = null
      }
      listener.onTranscript(text, isFinal)
    }),
    session.on('botResponse', ({ message_id, text, is_final, is_interjection }) => {
      const turn = is_interjection ? null : findOrOpen(message_id)
      if (turn === null) return
      // After a failure before the first word, the final text stands in for the reply: the character did not say it.
      const isStandIn = is_final && turn.error !== null && turn.reply === ''
      if (!isStandIn) turn.reply = is_final ? text : turn.reply + text
      if (is_final) end(turn, false)
      else listener.onReplyText(turn.reply, message_id)
    }),
    session.on('clientAction', (action) => {
      findOrOpen(action.message_id)?.actions.push(action)
      listener.onAction(action)
    }),
    session.on('interrupt', ({ message_id }) => {
      if (open?.messageId === message_id) end(open, true)
    }),
    session.on('error', ({ message }) => {
      if (open !== null) open.error = message
      else if (input !== '') earlyError = message
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
