import type { Clock } from '../clock.js'
import type { InterruptReason } from '../turns/stop.js'
import type { SpokenInput } from '../turns/turn-clock.js'
import { createSpeechOverlap, type EchoGuard, isEchoOf } from '../voice/echo-guard.js'
import type { VoiceEngine, VoiceTimers } from '../voice/engine.js'
import type { PlaybackBuffer } from '../voice/playback.js'
import type { Speech } from '../voice/speech.js'
import type { RecognisedTurn } from '../voice/turn-detection.js'
import {
  INITIAL_TURN_STATE,
  type ReplyStatus,
  type SpeechOverlap,
  type TurnAction,
  type TurnEvent,
  type TurnState,
} from '../voice/turn-state.js'
import { replyEvent, STABLE_MS, transition, wantsPreemptive } from '../voice/turn-state-machine.js'
import { createMemoizedCount, type MemoizedCount } from './memoize.js'
import type { VoiceInputEvents } from './voice-input.js'

type TurnTakingDeps = {
  readonly clock: Pick<Clock, 'now'>
  readonly timers: VoiceTimers
  readonly voice: Pick<VoiceEngine, 'timings'>
}

/** What turn taking needs of a reply. */
export interface TurnTakingReply {
  readonly id: string
  /** Whether text can still be added. */
  isOpen(): boolean
  deliveredText(): string
  /** Withdraws it with the turn that it answers. */
  retract(): void
  speech():
    | Pick<Speech, 'isPlaying' | 'isSent' | 'playingMs' | 'playedText' | 'pause' | 'resume' | 'complete'>
    | undefined
}

/** What turn taking needs of the session's replies. */
export interface TurnTakingReplies {
  /** The reply that is being generated, else the one that is being played. */
  current(): TurnTakingReply | undefined
  /** The first reply of which text or audio is still to be sent. */
  unfinished(): TurnTakingReply | undefined
  interrupt(reason: InterruptReason): void
}

/** A model that is being asked before the turn is certain. */
type Preemptive = { readonly text: string; drop(): void }

/** A turn by voice that is to be answered. */
type SpokenTurn<P extends Preemptive> = {
  readonly kind: 'answer'
  readonly text: string
  readonly isTextOnly: false
  readonly spoken: SpokenInput
  /** The same for all replies to one turn. */
  readonly countOnce: MemoizedCount
  readonly preemptive: P | undefined
}

type TurnTakingSettings<P extends Preemptive> = {
  readonly replies: TurnTakingReplies
  readonly playback: PlaybackBuffer
  readonly guard: EchoGuard
  /** Starts a reply. */
  readonly begin: (turn: SpokenTurn<P>) => TurnTakingReply
  /** The text as it may be answered; undefined: it is refused. A continuation was counted with what it continues. */
  readonly admitMessage: (text: string, isContinuation: boolean) => string | undefined
  /** Whether a message would be admitted now. */
  readonly canAdmitMessage: () => boolean
  /** Asks the model before the turn is certain; undefined: this player's turns are not generated early. */
  readonly startPreemptive: (text: string) => P | undefined
  /** Hz of the microphone. */
  readonly sampleRate: number
  readonly minSpeechMs: number
}

export type TurnTaking = Omit<VoiceInputEvents, 'onActivity'> & {
  /** A typed message or a scripted line was admitted, and a reply to it is about to start. */
  onMessage(type: 'typed_message' | 'say_line'): void
  /** The client stops the current reply, unless another one is named. */
  onClientInterrupt(messageId: string | undefined): void
  stop(): void
}

/**
 * Decides who speaks next: user speech starts a turn, interrupts the current reply (barge-in), or extends the turn that is
 * being answered. The decisions are made by the state machine (docs/voice.md, Turn taking), which learns of replies here
 * just before each event that they may matter to; here its actions are carried out.
 */
export function createTurnTaking<P extends Preemptive>(
  deps: TurnTakingDeps,
  settings: TurnTakingSettings<P>,
): TurnTaking {
  const { replies, playback, guard, canAdmitMessage } = settings
  const { timings } = deps.voice
  const overlap = createSpeechOverlap({ ...settings, ...guard, timings, silentMs: playback.silentMs })
  const isEcho = createEchoCheck(replies)
  const overlapOf = (text: string): SpeechOverlap => ({
    ...overlap.current(),
    playingMs: replies.current()?.speech()?.playingMs() ?? 0,
    isEcho: text !== '' && isEcho(text),
  })
  const { handle, sends } = createMachine(deps, settings)
  const onStableSilence = () =>
    handle((state) => {
      if (!wantsPreemptive(state) || !canAdmitMessage()) return undefined
      return {
        type: 'silence',
        mayBeEcho: isEcho(state.transcript) || playback.silentMs() <= timings.echoLagMs,
      }
    })
  return {
    onFrame: (frame) => {
      guard.addFrame(frame)
      if (frame.silenceMs !== null && frame.silenceMs >= STABLE_MS) onStableSilence()
      if (overlap.push(frame)) {
        handle(({ phase, transcript }) => {
          const isOverReply = phase === 'speaking' || phase === 'paused'
          return { type: 'speech', overlap: overlapOf(isOverReply ? transcript : '') }
        })
      }
      if (frame.change === 'end') handle(() => ({ type: 'speech_end' }))
    },
    onPartial: (text, send) => {
      sends.partial = send
      handle(() => ({ type: 'partial', text, overlap: overlapOf(text) }))
    },
    onTurn: (turn, send) => {
      sends.transcript = send
      handle(() => ({ type: 'turn', turn, overlap: overlapOf(turn.text) }))
    },
    onNoWords: () => handle(() => ({ type: 'no_words' })),
    onButtonPress: () => {
      overlap.reset()
      handle(() => ({ type: 'button_pressed' }))
    },
    onMessage: (type) => handle(() => ({ type })),
    onClientInterrupt: (messageId) => {
      const isCurrent = messageId === undefined || messageId === replies.current()?.id
      if (isCurrent) handle(() => ({ type: 'client_interrupt' }))
    },
    stop: () => handle(() => ({ type: 'closed' })),
  }
}

/** Runs the state machine: reports changes of the replies to it and carries out its actions. */
function createMachine<P extends Preemptive>(deps: TurnTakingDeps, settings: TurnTakingSettings<P>) {
  const { minSpeechMs } = settings
  const timings = { ...deps.voice.timings, minSpeechMs }
  const turns = createSpokenTurns(deps, settings)
  const timer = createResumeTimer(deps, () => handle(() => ({ type: 'resume_timeout' })))
  const control = createPlaybackControl(settings.replies)
  const sends = { partial: () => {}, transcript: () => {} }
  let state = INITIAL_TURN_STATE

  const dispatch = (event: TurnEvent | undefined) => {
    if (event === undefined) return
    const next = transition(timings, state, event)
    state = next.state
    for (const action of next.actions) perform(action)
  }
  const perform = (action: TurnAction) => {
    switch (action.type) {
      case 'send_partial':
        return sends.partial()
      case 'send_transcript':
        return sends.transcript()
      case 'start_resume_timer':
        return timer.start()
      case 'stop_resume_timer':
        return timer.stop()
      case 'start_preemptive':
      case 'drop_preemptive':
      case 'answer_turn':
      case 'retract_turn':
        return turns.perform(action)
      default:
        return control.perform(action)
    }
  }
  const handle = (eventOf: (current: TurnState) => TurnEvent | undefined) => {
    dispatch(replyEvent(state.reply, replyStatus(settings, turns.isPending)))
    dispatch(eventOf(state))
  }
  return { handle, sends }
}

type ActionOf<Type extends TurnAction['type']> = Extract<TurnAction, { type: Type }>

/** Answers turns by voice, and asks the model early. */
function createSpokenTurns<P extends Preemptive>(
  { clock }: Pick<TurnTakingDeps, 'clock'>,
  { begin, admitMessage, startPreemptive }: TurnTakingSettings<P>,
) {
  let pending: TurnTakingReply | undefined
  let preemptive: P | undefined
  let countOnce = createMemoizedCount()

  const dropPreemptive = () => {
    preemptive?.drop()
    preemptive = undefined
  }
  const takePreemptive = (text: string | undefined) => {
    const matching = preemptive?.text === text ? preemptive : undefined
    if (matching === undefined) dropPreemptive()
    preemptive = undefined
    return matching
  }
  const answer = ({ text, turn, isContinuation, usesPreemptive }: ActionOf<'answer_turn'>) => {
    if (!isContinuation) countOnce = createMemoizedCount()
    const admitted = admitMessage(text, isContinuation)
    const taken = usesPreemptive ? takePreemptive(admitted) : undefined
    if (admitted === undefined) return
    const spoken = { ...spokenInput(turn, clock.now()), isEager: taken !== undefined }
    const input = { kind: 'answer' as const, isTextOnly: false as const, text: admitted }
    pending = begin({ ...input, spoken, countOnce, preemptive: taken })
  }
  return {
    /** Whether it answers the turn that was taken last, and its text is not complete. */
    isPending: (reply: TurnTakingReply | undefined): boolean =>
      reply !== undefined && reply === pending && reply.isOpen(),
    perform: (action: ActionOf<'start_preemptive' | 'drop_preemptive' | 'answer_turn' | 'retract_turn'>) => {
      switch (action.type) {
        case 'start_preemptive':
          preemptive = startPreemptive(action.text)
          return
        case 'drop_preemptive':
          return dropPreemptive()
        case 'answer_turn':
          return answer(action)
        case 'retract_turn':
          return pending?.retract()
      }
    },
  }
}

const spokenInput = ({ silenceMs, endedBy }: RecognisedTurn, now: Date): Omit<SpokenInput, 'isEager'> => ({
  endpointWaitMs: silenceMs,
  speechEndMs: now.getTime() - silenceMs,
  endedBy,
})

/** What can be done to the audio of the current reply. */
const createPlaybackControl = ({ current, interrupt }: TurnTakingReplies) => ({
  perform: (
    action: ActionOf<'pause_playback' | 'resume_playback' | 'complete_playback' | 'interrupt_reply'>,
  ) => {
    switch (action.type) {
      case 'pause_playback':
        return current()?.speech()?.pause()
      case 'resume_playback':
        return current()?.speech()?.resume()
      case 'complete_playback':
        return current()?.speech()?.complete()
      case 'interrupt_reply':
        return interrupt(action.reason)
    }
  },
})

/** A pause that was no interruption ends after so much silence. */
function createResumeTimer({ timers, voice }: Omit<TurnTakingDeps, 'clock'>, onTimeout: () => void) {
  let cancel = () => {}
  return {
    stop: () => cancel(),
    start: () => {
      cancel()
      cancel = timers.after(voice.timings.falseBargeInMs, onTimeout)
    },
  }
}

/** What was sent and played to its estimated end is not audible, though no client has confirmed it. */
function replyStatus(
  { replies, playback }: Pick<TurnTakingSettings<Preemptive>, 'replies' | 'playback'>,
  isPending: (reply: TurnTakingReply | undefined) => boolean,
): ReplyStatus {
  const reply = replies.current()
  const speech = reply?.speech()
  const isPlaying = speech?.isPlaying() === true
  return {
    isUnfinished: replies.unfinished() !== undefined,
    isAudible: isPlaying && (!speech.isSent() || playback.bufferedMs() > 0),
    isPlaying,
    isOpenAnswer: isPending(reply),
  }
}

/** Recognises the reply's words in a transcript. The echo of a reply may come behind its end. */
function createEchoCheck(replies: Pick<TurnTakingReplies, 'current'>): (text: string) => boolean {
  let last: TurnTakingReply | undefined
  return (text) => {
    last = replies.current() ?? last
    const delivered = last?.deliveredText() ?? ''
    return isEchoOf(text, { delivered, played: last?.speech()?.playedText(delivered) ?? '' })
  }
}
