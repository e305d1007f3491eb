import type { Emitter, Unsubscribe } from './emitter.js'
import type { ClientAction, SessionEvents } from './events.js'

/** A turn that began with speech, once it is over. */
export type SpokenTurn = {
  readonly messageId: string
  /** What the player was heard to say. */
  readonly input: string
  /** The whole reply; when interrupted, what had arrived. */
  readonly reply: string
  readonly actions: readonly ClientAction[]
  readonly isInterrupted: boolean
  /** What the server said went wrong meanwhile. */
  readonly error: string | null
}

export type SpokenTurnListener = {
  /** A transcript: not final, all that is heard so far; final, the player's turn. */
  onTranscript(text: string, isFinal: boolean): void
  /** The reply so far. */
  onReplyText(reply: string): void
  onAction(action: ClientAction): void
  /** The text of a reply is there; its sound may go on. */
  onTurn(turn: SpokenTurn): void
}

type OpenTurn = Pick<SpokenTurn, 'messageId' | 'input'> & {
  reply: string
  readonly actions: ClientAction[]
  error: string | null
}

/**
 * Puts together what is said in voice mode. The wire does not tie a reply to a transcript: a new reply answers the last
 * one, for who goes on before a reply begins goes on in the same turn, and is heard anew.
 */
export function subscribeToSpokenTurns(
  session: Pick<Emitter<SessionEvents>, 'on'>,
  listener: SpokenTurnListener,
): Unsubscribe {
  const seen = new Set<string>()
  let input = ''
  let open: OpenTurn | null = null

  const at = (messageId: string): OpenTurn | null => {
    if (open?.messageId === messageId) return open
    if (seen.has(messageId)) return null
    seen.add(messageId)
    open = { messageId, input, reply: '', actions: [], error: null }
    input = ''
    return open
  }
  const end = (turn: OpenTurn, isInterrupted: boolean) => {
    open = null
    listener.onTurn({ ...turn, isInterrupted })
  }
  const forget = [
    session.on('sttResponse', ({ text, is_final: isFinal }) => {
      if (isFinal) input = text
      listener.onTranscript(text, isFinal)
    }),
    session.on('botResponse', ({ message_id, text, is_final, is_interjection }) => {
      const turn = is_interjection ? null : at(message_id)
      if (turn === null) return
      turn.reply = is_final ? text : turn.reply + text
      if (is_final) end(turn, false)
      else listener.onReplyText(turn.reply)
    }),
    session.on('clientAction', (action) => {
      at(action.message_id)?.actions.push(action)
      listener.onAction(action)
    }),
    session.on('interrupt', ({ message_id }) => {
      if (open?.messageId === message_id) end(open, true)
    }),
    session.on('error', ({ message }) => {
      if (open !== null) open.error = message
    }),
  ]
  return () => {
    for (const each of forget) each()
  }
}
