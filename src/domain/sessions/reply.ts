import type { ServerEvents } from '../../contract/events.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import type { Meter } from '../operations/ports.js'
import { actionTag } from '../turns/actions.js'
import type { InterruptReason, TurnStop } from '../turns/stop.js'
import type { TurnEvent, TurnSink, TurnState } from '../turns/turn.js'
import type { TurnClock, TurnMilestone, TurnStatus } from '../turns/turn-clock.js'
import type { Speech } from '../voice/speech.js'
import type { EndpointingRule } from '../voice/turn-detection.js'
import { failureEvent, failureLine, logFailure } from './failure.js'
import type { SessionPeer } from './ports.js'

/** One reply on its way to the client, in text and audio, under one id. It follows the events of its turn. */
export interface Reply {
  readonly id: string
  readonly kind: 'answer' | 'line'
  /** Aborts with a `TurnStop`. */
  readonly signal: AbortSignal
  readonly sink: TurnSink
  state(): TurnState
  /** Whether text can still be added. */
  isOpen(): boolean
  /** Whether text or audio is still to be sent. */
  isUnfinished(): boolean
  /** Whether it is unfinished, or still being played. */
  isCurrent(): boolean
  /** The text that was sent so far. */
  deliveredText(): string
  speech(): Speech | undefined
  /** Resolves when all was sent or nothing more will be. */
  readonly sent: Promise<void>
  /**
   * Nothing of the reply follows its `interrupt` (docs/wire-protocol.md, Interrupts): what is left to send comes before.
   */
  interrupt(reason: InterruptReason): void
  /** Stops the reply without an `interrupt`. */
  abandon(): void
  /** Takes it back with what it answers: the player goes on with that. A client that has seen some of it is told. */
  retract(): void
}

export type OpenSpeech = (
  character: CharacterRecord,
  about: { readonly messageId: string; readonly mark: (milestone: TurnMilestone) => void },
) => Speech | undefined

export type ReplySettings = {
  readonly id: string
  readonly kind: Reply['kind']
  readonly info: Pick<ServerEvents['session_info'], 'session_id' | 'character_id'>
  /** The client holds a share's token, not a key. */
  readonly isGuest: boolean
  /** False: the client knows actions only as inline tags in the final (docs/wire-protocol.md, Actions). */
  readonly hasClientActions: boolean
  /** Undefined: it has no sound. */
  readonly openSpeech: OpenSpeech | undefined
  readonly turnClock: TurnClock
  /** What showed that the player had finished the turn, when it was spoken. */
  readonly endedBy: EndpointingRule | undefined
}

type ReplyDeps = {
  readonly peer: Pick<SessionPeer, 'emit' | 'close'>
  readonly clock: Pick<Clock, 'now'>
  readonly meter: Pick<Meter, 'measureTurn'>
  readonly log: Log
}

export function createReply(deps: ReplyDeps, settings: ReplySettings): Reply {
  const { id, kind } = settings
  const stop = new AbortController()
  let resolveSent = () => {}
  const sent = new Promise<void>((resolve) => {
    resolveSent = resolve
  })
  const output = createOutput(deps, settings)
  const { speech, deliveredText } = output
  let state: Exclude<TurnState, 'delivered' | 'failed'> = 'admitted'
  let hasFailed = false

  const isOpen = () => state === 'admitted' || state === 'generating'
  const isPlaying = () => state === 'delivering' && speech()?.isOver() === false
  const isCurrent = () => isOpen() || isPlaying()
  const stopWith = (reason: TurnStop['reason'], isRetracted: boolean) => {
    if (!isCurrent()) return false
    const storedText = storedTextOf(kind, { reason, text: deliveredText(), speech: speech() })
    state = 'interrupted'
    stop.abort({ reason, storedText, isRetracted } satisfies TurnStop)
    output.stop()
    resolveSent()
    return true
  }
  const interrupt = (reason: InterruptReason, isRetracted = false) => {
    if (stopWith(reason, isRetracted)) deps.peer.emit('interrupt', { message_id: id, reason })
  }
  const advance = (next: 'generating' | 'delivering') => {
    if (isOpen()) state = next
  }
  const sink = createReplySink({ output, isOpen, advance, onSent: resolveSent }, (error: unknown) => {
    hasFailed = true
    return reportFailure(deps, settings, error)
  })
  return {
    ...{ id, kind, sink, isOpen, isCurrent, speech, deliveredText },
    signal: stop.signal,
    sent,
    state: () => {
      if (state !== 'delivering' || isPlaying()) return state
      return hasFailed ? 'failed' : 'delivered'
    },
    isUnfinished: () => isOpen() || (state === 'delivering' && speech()?.isSent() === false),
    interrupt: (reason) => interrupt(reason),
    abandon: () => void stopWith('abandoned', false),
    retract: () => {
      if (deliveredText() === '') stopWith('abandoned', true)
      else interrupt('user_speech', true)
    },
  }
}

type ReplyProgress = {
  readonly output: Output
  readonly isOpen: () => boolean
  /** Ignored when the reply is no longer open. */
  readonly advance: (next: 'generating' | 'delivering') => void
  readonly onSent: () => void
}

/** Follows the events of the turn; only failures still matter once the reply was stopped. */
function createReplySink(
  { output, isOpen, advance, onSent }: ReplyProgress,
  reportFailed: (error: unknown) => ServerEvents['error'],
): TurnSink {
  /** `instead`: what the final says when nothing was delivered. */
  const finish = (status: TurnStatus, instead: string) => {
    if (isOpen()) output.sendFinal(instead)
    advance('delivering')
    return output.finishPlayback(status, onSent)
  }
  const fail = (error: unknown) => {
    const event = reportFailed(error)
    const played = finish('error', failureLine(event))
    // What the session is about is gone: nothing is left to talk about.
    if (event.error === 'not_found') output.close()
    return played
  }
  return (event) => {
    switch (event.type) {
      case 'quota_exceeded':
        return output.sendQuotaExceeded(event.limit)
      case 'prompted':
        return advance('generating')
      case 'answered':
        return
      case 'completed':
        return finish('complete', '')
      case 'failed':
        return fail(event.error)
      default:
        return isOpen() ? output.send(event) : undefined
    }
  }
}

type Output = ReturnType<typeof createOutput>
type OutputEvent = Extract<TurnEvent, { type: 'admitted' | 'text' | 'action' | 'text_end' }>

/** What goes to the client: text and actions as events under one id, audio, and the metrics of the turn. */
function createOutput({ peer, meter, clock }: ReplyDeps, settings: ReplySettings) {
  const { id, kind, turnClock, openSpeech, endedBy } = settings
  const tags: string[] = []
  let hasSentMetrics = false
  let speech: Speech | undefined
  let delivered = ''
  let index = 0
  const respond = (words: { text: string; is_final: boolean; token_stream?: true }) => {
    peer.emit('bot_response', {
      ...{ message_id: id, partial: words.is_final ? '' : words.text },
      ...{ chunk_index: index, is_interjection: false, ...words },
    })
    index += 1
  }
  /** Tells the client how long the stages took, once, when the turn had to do with voice. */
  const sendMetrics = (status: TurnStatus) => {
    if (!hasSentMetrics && (speech !== undefined || endedBy !== undefined)) {
      const metrics = turnClock.metrics(id, status)
      meter.measureTurn({ endedBy: endedBy ?? (kind === 'line' ? 'line' : 'text'), metrics })
      peer.emit('turn_metrics', metrics)
    }
    hasSentMetrics = true
  }
  return {
    speech: () => speech,
    deliveredText: () => delivered,
    sendQuotaExceeded: (limit: number) => peer.emit('quota_exceeded', quotaEvent(limit)),
    send: (event: OutputEvent): void | Promise<void> => {
      switch (event.type) {
        case 'admitted':
          speech = openSpeech?.(event.character, { messageId: id, mark: turnClock.mark })
          return
        case 'text':
          delivered += event.text
          respond({ text: event.text, is_final: false, ...(event.isToken && { token_stream: true }) })
          return speech?.say(event.text)
        case 'action':
          if (settings.hasClientActions) peer.emit('client_action', actionEvent(event, clock, { id, index }))
          else tags.push(actionTag(event.call))
          return
        case 'text_end':
          speech?.end()
          // A final follows some audio, and that of a line all of it (docs/wire-protocol.md, Order of events).
          return kind === 'line' ? speech?.sent : speech?.begun
      }
    },
    /** All that was delivered, or `instead` when that is nothing. */
    sendFinal: (instead: string) => {
      speech?.end()
      respond({ text: [delivered || instead, ...tags].join(' '), is_final: true })
    },
    /** The turn waits until the reply was played: only then it is known what was heard of it. */
    finishPlayback: async (status: TurnStatus, onSent: () => void) => {
      if (status === 'error') sendMetrics(status)
      await speech?.sent
      sendMetrics(status)
      onSent()
      await speech?.over
    },
    close: peer.close,
    stop: () => {
      speech?.stop()
      sendMetrics('interrupted')
    },
  }
}

const actionEvent = (
  { call }: Extract<TurnEvent, { type: 'action' }>,
  clock: ReplyDeps['clock'],
  { id, index }: { readonly id: string; readonly index: number },
): ServerEvents['client_action'] => ({
  ...{ ...call, message_id: id, chunk_index: index, timestamp: clock.now().toISOString() },
})

/** With these the player has stopped listening. A new message or a lost client says nothing about what was heard. */
const CUTTING: ReadonlySet<TurnStop['reason']> = new Set(['client_interrupt', 'user_speech'])

type Delivered = {
  readonly reason: TurnStop['reason']
  readonly text: string
  readonly speech: Speech | undefined
}

/**
 * All that was delivered; a line with audio is delivered with its first audio. To be called before the audio is stopped:
 * audio that is stopped counts as begun.
 */
function storedTextOf(kind: Reply['kind'], { reason, text, speech }: Delivered): string {
  if (speech === undefined) return text
  if (kind === 'line' && !speech.hasBegun()) return ''
  return CUTTING.has(reason) ? speech.playedText(text) : text
}

/** No client waits for ever: a failure is sent, and the reply gets its final (docs/wire-protocol.md, Order of events). */
function reportFailure(
  { log, peer }: Pick<ReplyDeps, 'log' | 'peer'>,
  { info, isGuest }: Pick<ReplySettings, 'info' | 'isGuest'>,
  error: unknown,
): ServerEvents['error'] {
  logFailure(log, error, { session_id: info.session_id, character_id: info.character_id })
  const event = failureEvent(error, { isGuest })
  peer.emit('error', event)
  return event
}

const quotaEvent = (limit: number): ServerEvents['quota_exceeded'] => ({
  message: `This link was good for ${limit} turns, and they are used up`,
  error: 'max_interactions',
  current: limit,
  limit,
  remaining: 0,
  tier: 'share',
})
