import type { CharacterRecord } from '../characters/record.js'
import type { Clock } from '../clock.js'
import type { Meter } from '../operations/ports.js'
import type { EndpointingRule } from '../voice/listening.js'
import type { Speech } from '../voice/speech.js'
import { type ActionCall, actionTag } from './actions.js'
import { createChunker } from './chunks.js'
import type { SessionPeer } from './ports.js'
import type { TurnClock, TurnMilestone, TurnStatus } from './turn-clock.js'

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
  deliveredText(): string
  /**
   * The text that is stored: all that was delivered. Only the stop button, speech over the reply and a retracted turn cut
   * a spoken reply to what was heard. A line with sound is delivered with its first audio.
   */
  storedText(): string
  /** The sound of the reply. */
  speech(): Speech | undefined
  /** Gives it the character's voice, if it is to have one; before anything is said. */
  speakAs(character: CharacterRecord): void
  say(text: string, options?: { readonly isToken: boolean }): void
  act(call: ActionCall): void
  /** Nothing more will be said; resolves when the final may go out (docs/wire-protocol.md, Order of events). */
  speechStarted(): Promise<void>
  /** Sends the final: all that was said, or `instead` when that is nothing. */
  finish(instead?: string): void
  /** Resolves when all was sent or nothing more will be. */
  sent(): Promise<void>
  /** Resolves when all was played or nothing more will be. */
  finished(): Promise<void>
  mark(stage: TurnMilestone): void
  /** Tells the client how long the stages took, once, when the turn had to do with voice. */
  report(status: TurnStatus): void
  /**
   * Nothing of the reply follows its `interrupt` (docs/wire-protocol.md, Interrupts): what is left to tell comes
   * before.
   */
  interrupt(reason: InterruptReason): void
  /** Closes the reply without a word to the client. */
  abandon(): void
  /** Takes it back with what it answers: the player goes on with that. A client that has seen some of it is told. */
  retract(): void
  isRetracted(): boolean
}

export type OpenSpeech = (
  character: CharacterRecord,
  about: { readonly messageId: string; readonly mark: (stage: TurnMilestone) => void },
) => Speech | undefined

export type ReplySettings = {
  readonly id: string
  readonly kind: Reply['kind']
  /** False: the client knows actions only as inline tags in the final (docs/wire-protocol.md, Actions). */
  readonly hasClientActions: boolean
  readonly openSpeech: OpenSpeech
  readonly turnClock: TurnClock
  /** What showed that the player had said what it answers, when they said it aloud. */
  readonly endedBy: EndpointingRule | undefined
}

type ReplyDeps = {
  readonly peer: Pick<SessionPeer, 'emit'>
  readonly clock: Clock
  readonly meter: Pick<Meter, 'measureTurn'>
}

export function createReply(deps: ReplyDeps, settings: ReplySettings): Reply {
  const { id, kind, hasClientActions } = settings
  const stop = new AbortController()
  const text = createText({ ...deps, id })
  const sound = createSound(settings, deps)
  const tags: string[] = []
  let isOpen = true
  const stored = createStoredText(kind, { text, sound })
  let isRetracted = false

  const isCurrent = () => isOpen || !sound.isOver()
  const close = (reason: unknown) => {
    isOpen = false
    stop.abort(reason)
  }
  const breakOff = (reason: InterruptReason | 'abandoned') => {
    if (isCurrent()) stored.breakOff(reason)
    close(reason)
    sound.speech()?.stop()
  }
  const interrupt = (reason: InterruptReason) => {
    if (!isCurrent()) return
    breakOff(reason)
    sound.report('interrupted')
    deps.peer.emit('interrupt', { message_id: id, reason })
  }
  return {
    ...sound,
    id,
    kind,
    signal: stop.signal,
    isOpen: () => isOpen,
    isUnfinished: () => isOpen || !sound.isSent(),
    isCurrent,
    deliveredText: text.said,
    storedText: stored.text,
    speakAs: (character) => (isOpen ? sound.open(character) : undefined),
    say: (words, { isToken } = { isToken: false }) => {
      const chunk = isOpen ? text.say(words, isToken) : ''
      if (chunk !== '') sound.add(chunk)
    },
    act: (call) => {
      if (isOpen && hasClientActions) text.act(call, deps.clock.now())
      else if (isOpen) tags.push(actionTag(call))
    },
    finish: (instead = '') => {
      if (!isOpen) return
      close('finished')
      sound.speech()?.end()
      text.finish([text.said() || instead, ...tags].join(' '))
    },
    interrupt,
    abandon: () => breakOff('abandoned'),
    retract: () => {
      isRetracted = true
      if (text.said() === '') breakOff('abandoned')
      else interrupt('user_speech')
    },
    isRetracted: () => isRetracted,
  }
}

/** With these the player has stopped listening. A new message or a lost client says nothing about what was heard. */
const CUTTING: ReadonlySet<string> = new Set<InterruptReason>(['client_interrupt', 'user_speech'])

/** What of a reply is stored, which depends on how it was broken off. */
function createStoredText(
  kind: Reply['kind'],
  { text, sound }: { readonly text: Pick<Text, 'said'>; readonly sound: Pick<Sound, 'hasBegun' | 'heard'> },
) {
  let isCut = false
  let isDelivered = true
  return {
    /** To be called before the sound is stopped: sound that is stopped waits for no audio any more. */
    breakOff: (reason: InterruptReason | 'abandoned') => {
      isCut = CUTTING.has(reason)
      isDelivered = kind === 'answer' || sound.hasBegun()
    },
    text: (): string => {
      if (!isDelivered) return ''
      return isCut ? sound.heard(text.said()) : text.said()
    },
  }
}

type Text = ReturnType<typeof createText>
type Sound = ReturnType<typeof createSound>

/** The sound of the reply, if it has any; without, nothing is ever waited for. */
function createSound(
  { id, kind, openSpeech, turnClock, endedBy }: ReplySettings,
  { peer, meter }: Pick<ReplyDeps, 'peer' | 'meter'>,
) {
  let speech: Speech | undefined
  let isReported = false
  return {
    mark: turnClock.mark,
    speech: () => speech,
    open: (character: CharacterRecord) => {
      speech = openSpeech(character, { messageId: id, mark: turnClock.mark })
    },
    /** Text that has just gone out. */
    add: (chunk: string) => {
      turnClock.mark('first_text')
      speech?.say(chunk)
    },
    isSent: () => speech?.isSent() ?? true,
    isOver: () => speech?.isOver() ?? true,
    hasBegun: () => speech?.hasBegun() ?? true,
    heard: (said: string) => speech?.heard(said) ?? said,
    speechStarted: async () => {
      speech?.end()
      await (kind === 'line' ? speech?.sent : speech?.begun)
    },
    sent: async () => await speech?.sent,
    finished: async () => await speech?.over,
    report: (status: TurnStatus) => {
      const isVoice = speech !== undefined || endedBy !== undefined
      if (!isReported && isVoice) {
        const metrics = turnClock.metrics(id, status)
        meter.measureTurn({ endedBy: endedBy ?? (kind === 'line' ? 'line' : 'text'), metrics })
        peer.emit('turn_metrics', metrics)
      }
      isReported = true
    },
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
    act: (call: ActionCall, now: Date) =>
      peer.emit('client_action', {
        ...call,
        message_id: id,
        chunk_index: index,
        timestamp: now.toISOString(),
      }),
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
