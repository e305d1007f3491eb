import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { SessionGrant } from '../access.js'
import type { Ids } from '../chance.js'
import type { InteractionDeps } from '../shares/interactions.js'
import { createAllowance } from './allowance.js'
import { cutText } from './chunks.js'
import { FAILURE_LINE, failureEvent, logFailure } from './failure.js'
import { answerGuest } from './guest.js'
import { watchIdleness } from './idleness.js'
import { createLearning, type LearningDeps } from './learning.js'
import type { SessionPeer } from './ports.js'
import { createReply, type Reply } from './reply.js'
import { createReplyQueue } from './reply-queue.js'
import { answerText, speakLine, type TurnDeps } from './turn.js'

/** A player's live conversation with a character. What it answers goes out through its peer. */
export interface Session {
  readonly info: ServerEvents['session_info']
  /** What the player says. The model answers it; a reply that is not finished is interrupted. */
  text(text: string): void
  /** A scripted line of the character. It waits for the lines before it, and interrupts any other reply. */
  sayLine(line: string): void
  /** Stops the current reply, unless another one is named; lines that wait behind it are dropped. */
  interrupt(messageId?: string): void
  /** Notes that the client is alive, for the idle limit. */
  touch(): void
  /** Ends the session without a word to the client; resolves when what it had to store is stored. */
  close(): Promise<void>
}

export type SessionDeps = TurnDeps &
  LearningDeps &
  InteractionDeps & { readonly ids: Ids; readonly limits: Limits }

type SessionSettings = {
  readonly info: Session['info']
  /** Who the client speaks for. */
  readonly accountId: string
  /** Set when the client came by a share. */
  readonly guest: SessionGrant | undefined
  readonly hasClientActions: boolean
  /** Memories are extracted after every response. */
  readonly isRemembering: boolean
  /** Called once, when the session is over and what it had to store is stored. */
  readonly onOver: () => void
}

const WINDOW_SECONDS = 60

export function createSession(deps: SessionDeps, settings: SessionSettings, peer: SessionPeer): Session {
  const { info, accountId, guest, hasClientActions, onOver } = settings
  const answer = guest === undefined ? answerText : answerGuest(deps, { shareId: guest.shareId, peer })
  const replies = createReplyQueue()
  const learning = createLearning(deps, { info, isEveryResponse: settings.isRemembering }, peer)
  let closing: Promise<void> | undefined

  const end = async () => {
    idleness.stop()
    replies.abandon()
    await replies.settled()
    learning.end()
    onOver()
  }
  const close = () => {
    closing ??= end()
    return closing
  }
  const idleness = watchForSilence(deps, peer, close)
  const accept = createEar(deps, peer)

  const begin = (kind: Reply['kind'], speak: typeof answerText, words: string) => {
    const reply = createReply({ peer, clock: deps.clock }, { id: deps.ids.uuid(), kind, hasClientActions })
    const pair = { characterId: info.character_id, playerId: info.player_id }
    const speaker = guest?.speaker ?? null
    const turn = { accountId, pair, conversationId: info.conversation_id, speaker, reply }
    replies.add(reply, async () => {
      await speak(deps, turn, words).catch((error: unknown) => fail(deps, { info, reply, peer }, error))
      if (kind === 'answer') learning.answered()
    })
  }
  const hear = (text: string) => {
    idleness.note()
    return closing === undefined ? accept(text) : undefined
  }

  return {
    info,
    text: (text) => {
      const words = hear(text)
      if (words === undefined) return
      replies.interrupt('new_message')
      begin('answer', answer, words)
    },
    sayLine: (line) => {
      const words = hear(line)
      if (words === undefined) return
      if (replies.current()?.kind !== 'line') replies.interrupt('new_message')
      begin('line', speakLine, words)
    },
    interrupt: (messageId) => {
      idleness.note()
      if (messageId === undefined || messageId === replies.current()?.id)
        replies.interrupt('client_interrupt')
    },
    touch: idleness.note,
    close,
  }
}

/** Cuts what is too long, ignores what is blank and refuses what is too much (wire-protocol, 3.1). */
function createEar({ clock, limits }: SessionDeps, peer: SessionPeer) {
  const { messagesPerMinute: limit, messageCharacters } = limits
  const allowance = createAllowance({ clock, limit, windowMs: WINDOW_SECONDS * 1000 })
  return (text: string): string | undefined => {
    const words = cutText(text, messageCharacters)
    if (words.trim() === '') return undefined
    if (allowance.take()) return words
    const message = `Too many messages: at most ${limit} in ${WINDOW_SECONDS} seconds`
    peer.emit('error', { error: 'rate_limited', message })
    return undefined
  }
}

function watchForSilence({ clock, limits }: SessionDeps, peer: SessionPeer, close: () => Promise<void>) {
  const seconds = limits.sessionIdleSeconds
  return watchIdleness({ clock, seconds }, (idleSeconds) => {
    peer.emit('session_timeout', {
      reason: 'inactivity',
      idle_seconds: idleSeconds,
      timeout_seconds: seconds,
    })
    peer.close()
    return close()
  })
}

/** No client waits for ever: a failure is told, and the reply gets its final (wire-protocol, 5). */
function fail(
  { log }: Pick<SessionDeps, 'log'>,
  { info, reply, peer }: { info: Session['info']; reply: Reply; peer: SessionPeer },
  error: unknown,
): void {
  logFailure(log, error, { session_id: info.session_id, character_id: info.character_id })
  const event = failureEvent(error)
  peer.emit('error', event)
  reply.finish(FAILURE_LINE)
  // What the session is about is gone: there is nothing left to say in it.
  if (event.error === 'not_found') peer.close()
}
