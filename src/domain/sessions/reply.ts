import type { CharacterRecord } from '../characters/record.js'
import type { Clock } from '../clock.js'
import type { Speech } from '../voice/speech.js'
import { type ActionCall, actionTag } from './actions.js'
import { createChunker } from './chunks.js'
import type { SessionPeer } from './ports.js'
import type { TurnClock, TurnStage, TurnStatus } from './turn-clock.js'

/** Who caused the `interrupt`. */
export type InterruptReason = 'client_interrupt' | 'new_message' | 'user_speech'

/**
 * One reply on its way to the client, under one id. Its text is open until its final, its interrupt, or the session's
 * end; its sound, when it has one, goes on until it was played.
 */
export interface Reply {
  readonly id: string
  readonly kind: 'answer' | 'line'
  /** Aborts when nothing more of this reply's text is wanted. */
  readonly signal: AbortSignal
  /** Whether text can still be added. */
  isOpen(): boolean
  /** Whether text or sound is still to be sent. */
  isUnfinished(): boolean
  /** Whether it is unfinished, or still being played. */
  isCurrent(): boolean
  /** The text that went out so far. */
  said(): string
  /** What the player got of it, and what is stored: all that went out; of a sound that was broken off, what was heard. */
  kept(): string
  /** The sound of the reply. */
  speech(): Speech | undefined
  /** Gives it the character's voice, if it is to have one; before anything is said. */
  speakAs(character: CharacterRecord): void
  say(text: string, options?: { readonly isToken: boolean }): void
  act(call: ActionCall): void
  /** Nothing more will be said; resolves when the final may go out (wire-protocol, 5). */
  voiced(): Promise<void>
  /** Sends the final: all that was said, or `instead` when that is nothing. */
  finish(instead?: string): void
  /** Resolves when all was sent or nothing more will be. */
  sent(): Promise<void>
  /** Resolves when all was played or nothing more will be. */
  over(): Promise<void>
  mark(stage: TurnStage): void
  /** Tells the client how long the stages took, once, when the turn had to do with voice. */
  report(status: TurnStatus): void
  interrupt(reason: InterruptReason): void
  /** Closes the reply without a word to the client. */
  abandon(): void
}

export type OpenSpeech = (
  character: CharacterRecord,
  about: { readonly messageId: string; readonly mark: (stage: TurnStage) => void },
) => Speech | undefined

export type ReplySettings = {
  readonly id: string
  readonly kind: Reply['kind']
  /** False: the client knows actions only as inline tags in the final (wire-protocol, 4.6). */
  readonly hasClientActions: boolean
  readonly openSpeech: OpenSpeech
  readonly turnClock: TurnClock
  /** The player said aloud what it answers. */
  readonly isToSpeech: boolean
}

type ReplyDeps = { readonly peer: Pick<SessionPeer, 'emit'>; readonly clock: Clock }

export function createReply({ peer, clock }: ReplyDeps, settings: ReplySettings): Reply {
  const { id, kind, hasClientActions, turnClock } = settings
  const stop = new AbortController()
  const text = createText({ peer, id })
  const sound = createSound(settings)
  const report = createReport(peer, settings)
  const tags: string[] = []
  let isOpen = true
  let isBrokenOff = false

  const isCurrent = () => isOpen || !sound.isOver()
  const close = (reason: unknown) => {
    isOpen = false
    stop.abort(reason)
  }
  const breakOff = (reason: unknown) => {
    isBrokenOff ||= isCurrent()
    close(reason)
    sound.speech()?.stop()
  }
  return {
    ...sound,
    id,
    kind,
    signal: stop.signal,
    isOpen: () => isOpen,
    isUnfinished: () => isOpen || !sound.isSent(),
    isCurrent,
    said: text.said,
    kept: () => (isBrokenOff ? sound.heard(text.said()) : text.said()),
    speakAs: (character) => {
      if (isOpen) sound.open(character)
    },
    say: (words, { isToken } = { isToken: false }) => {
      const chunk = isOpen ? text.say(words, isToken) : ''
      if (chunk !== '') turnClock.mark('first_text')
      if (chunk !== '') sound.speech()?.say(chunk)
    },
    act: (call) => {
      if (!isOpen) return
      if (!hasClientActions) return void tags.push(actionTag(call))
      const timestamp = clock.now().toISOString()
      peer.emit('client_action', { ...call, message_id: id, chunk_index: text.index(), timestamp })
    },
    finish: (instead = '') => {
      if (!isOpen) return
      close('finished')
      sound.speech()?.end()
      text.finish([text.said() || instead, ...tags].join(' '))
    },
    mark: turnClock.mark,
    report: (status) => report(status, sound.speech() !== undefined),
    interrupt: (reason) => {
      if (!isCurrent()) return
      breakOff(reason)
      // Before the interrupt: nothing of an interrupted reply may follow it (wire-protocol, 4.4).
      report('interrupted', sound.speech() !== undefined)
      peer.emit('interrupt', { message_id: id, reason })
    },
    abandon: () => breakOff('abandoned'),
  }
}

/** The sound of the reply, if it has any; without, nothing is ever waited for. */
function createSound({ id, kind, openSpeech, turnClock }: ReplySettings) {
  let speech: Speech | undefined
  return {
    speech: () => speech,
    open: (character: CharacterRecord) => {
      speech = openSpeech(character, { messageId: id, mark: turnClock.mark })
    },
    isSent: () => speech?.isSent() ?? true,
    isOver: () => speech?.isOver() ?? true,
    heard: (said: string) => speech?.heard(said) ?? said,
    voiced: async () => {
      speech?.end()
      await (kind === 'line' ? speech?.sent : speech?.begun)
    },
    sent: async () => await speech?.sent,
    over: async () => await speech?.over,
  }
}

function createReport(peer: ReplyDeps['peer'], { id, turnClock, isToSpeech }: ReplySettings) {
  let isDone = false
  return (status: TurnStatus, hasSound: boolean) => {
    if (!isDone && (hasSound || isToSpeech)) peer.emit('turn_metrics', turnClock.metrics(id, status))
    isDone = true
  }
}

/** The reply as `bot_response` events: chunks, then one final. */
function createText({ peer, id }: { readonly peer: ReplyDeps['peer']; readonly id: string }) {
  const chunker = createChunker()
  let said = ''
  let index = 0
  const respond = (words: { text: string; is_final: boolean; token_stream?: true }) => {
    const partial = words.is_final ? '' : words.text
    const rest = { message_id: id, partial, chunk_index: index, is_interjection: false }
    peer.emit('bot_response', { ...rest, ...words })
    index += 1
  }
  return {
    said: () => said,
    index: () => index,
    /** What went out; empty when there is nothing to send yet. */
    say: (words: string, isToken: boolean): string => {
      const chunk = chunker.next(words)
      if (chunk === '') return ''
      said += chunk
      respond({ text: chunk, is_final: false, ...(isToken && { token_stream: true }) })
      return chunk
    },
    finish: (text: string) => respond({ text, is_final: true }),
  }
}
