import type { InterruptReason } from '../turns/stop.js'
import {
  INITIAL_TURN_STATE,
  NO_REPLY,
  type Phase,
  type ReplyStatus,
  type SpeechOverlap,
  type Step,
  type TurnAction,
  type TurnEvent,
  type TurnState,
  type TurnTimings,
} from './turn-state.js'
import { isBackchannel, isIncompleteUtterance, joinUtterances, startsWithStopWord } from './utterance-text.js'

/** Silence after which an unchanged transcript is probably complete. */
export const STABLE_MS = 200
export const MAX_PREEMPTIVE_ATTEMPTS = 3
export const MAX_RETRACTIONS = 3

/**
 * Turn taking: who speaks next. A pure function of state and event; time comes in as events. The table of all transitions
 * is in docs/voice.md (Turn taking), and test/domain/voice/turn-table.test.ts replays it.
 */
export function transition(timings: TurnTimings, state: TurnState, event: TurnEvent): Step {
  switch (event.type) {
    case 'reply_generating':
    case 'reply_playing':
    case 'reply_over':
      return onReply(state, event.reply)
    case 'speech':
      return onSpeech(timings, state, event.overlap)
    case 'speech_end':
      return step(settle({ ...state, isUserSpeaking: false }))
    case 'silence':
      return onSilence(state, event.mayBeEcho)
    case 'partial':
      return onPartial(timings, state, event)
    case 'turn':
      return onTurn(state, event)
    case 'no_words':
      return inOrder(state, dropPreemptive, endUtterance, answerRetracted)
    case 'button_pressed':
      return stopReply({ ...state, isUserSpeaking: true })
    case 'typed_message':
    case 'say_line':
      // A reply that is only being played is left alone: all of it was sent.
      return state.reply.isUnfinished ? interruptReply(state, 'new_message') : resume(state)
    case 'client_interrupt':
      return interruptReply(state, 'client_interrupt')
    case 'resume_timeout':
      return resume(state)
    case 'closed':
      // The session ends before the answer is generated, but what the player said is stored.
      return inOrder(state, dropPreemptive, leavePause, answerRetracted, () => step(INITIAL_TURN_STATE))
  }
}

/** The event of the current reply having changed; undefined: it has not. */
export function replyEvent(before: ReplyStatus, reply: ReplyStatus): TurnEvent | undefined {
  const { isUnfinished, isAudible, isPlaying, isOpenAnswer } = reply
  const isSame =
    before.isUnfinished === isUnfinished &&
    before.isAudible === isAudible &&
    before.isPlaying === isPlaying &&
    before.isOpenAnswer === isOpenAnswer
  if (isSame) return undefined
  if (isAudible) return { type: 'reply_playing', reply }
  return { type: isUnfinished ? 'reply_generating' : 'reply_over', reply }
}

/** Whether the model should be asked now: the transcript looks complete, and there is no other reply. */
export const wantsPreemptive = (state: TurnState): boolean =>
  state.preemptiveText === undefined &&
  state.preemptiveAttempts < MAX_PREEMPTIVE_ATTEMPTS &&
  !state.reply.isUnfinished &&
  !state.reply.isAudible &&
  state.transcript.trim() !== '' &&
  !isIncompleteUtterance(state.transcript)

const step = (state: TurnState, ...actions: readonly TurnAction[]): Step => ({ state, actions })

type Transition = (state: TurnState) => Step

/** One transition after another, with the actions of all. */
const inOrder = (state: TurnState, ...transitions: readonly Transition[]): Step =>
  transitions.reduce((before, next) => {
    const after = next(before.state)
    return { state: after.state, actions: [...before.actions, ...after.actions] }
  }, step(state))

function phaseOf({ reply, isUserSpeaking }: TurnState): Phase {
  if (reply.isAudible) return 'speaking'
  if (reply.isUnfinished) return 'thinking'
  return isUserSpeaking ? 'user_speaking' : 'listening'
}

/** The phase that follows from the reply and the player; a pause stays one. */
const settle = (state: TurnState): TurnState =>
  state.phase === 'paused' ? state : { ...state, phase: phaseOf(state) }

const leavePause = (state: TurnState): Step =>
  state.phase === 'paused'
    ? step({ ...state, phase: phaseOf(state) }, { type: 'stop_resume_timer' })
    : step(settle(state))

const resume = (state: TurnState): Step =>
  state.phase === 'paused'
    ? inOrder(state, leavePause, (next) => step(next, { type: 'resume_playback' }))
    : step(state)

/** A pause lasts until playback is over, even when all audio was sent before it. */
const onReply = (state: TurnState, reply: ReplyStatus): Step =>
  state.phase === 'paused' && reply.isPlaying ? step({ ...state, reply }) : leavePause({ ...state, reply })

function onSpeech(timings: TurnTimings, state: TurnState, overlap: SpeechOverlap): Step {
  const judged = judgeSpeech(timings, settle({ ...state, isUserSpeaking: true }), overlap)
  // The pause ends with silence, which is counted from the last voiced frame.
  const isStillPaused = state.phase === 'paused' && judged.state.phase === 'paused'
  return isStillPaused ? step(judged.state, { type: 'start_resume_timer' }) : judged
}

/** Decides whether the player's speech pauses, interrupts or retracts the reply, or lets it go on. */
function judgeSpeech(timings: TurnTimings, state: TurnState, overlap: SpeechOverlap): Step {
  const { phase, transcript } = state
  const { speechMs, playingMs } = overlap
  if (phase === 'thinking' && isRetractable(state) && speechMs >= timings.minSpeechMs) return retract(state)
  if (phase !== 'speaking' && phase !== 'paused') return step(state)
  if (isStopWord(transcript, overlap)) return inOrder(state, stopReply, sendPartial)
  if (isHarmless(transcript, overlap) || overlap.isOwnVoice) return resume(state)
  if (phase === 'paused' && speechMs >= timings.bargeInMs) return inOrder(state, stopReply, sendPartial)
  if (phase === 'paused' || speechMs < timings.minSpeechMs || playingMs < timings.turnGuardMs)
    return step(state)
  return step({ ...state, phase: 'paused' }, { type: 'pause_playback' }, { type: 'start_resume_timer' })
}

const isStopWord = (text: string, { isEcho }: SpeechOverlap): boolean => startsWithStopWord(text) && !isEcho

const isHarmless = (text: string, { isEcho }: SpeechOverlap): boolean =>
  text !== '' && (isBackchannel(text) || isEcho)

const isCharactersOwn = ({ isNearReply, isOwnVoice, isEcho }: SpeechOverlap): boolean =>
  isNearReply && (isOwnVoice || isEcho)

const isRetractable = ({ reply, retractions }: TurnState): boolean =>
  reply.isOpenAnswer && retractions < MAX_RETRACTIONS

/** The player goes on before the answer is audible: the turn joins what follows. */
const retract = (state: TurnState): Step =>
  step(
    settle({
      ...state,
      reply: NO_REPLY,
      retracted: state.pending,
      retractions: state.retractions + 1,
    }),
    { type: 'retract_turn' },
  )

/** The player speaks: the reply ends here. One whose estimated end has passed counts as played instead. */
function stopReply(state: TurnState): Step {
  const { isUnfinished, isAudible, isPlaying } = state.reply
  if (isUnfinished || isAudible) return interruptReply(state, 'user_speech')
  return inOrder({ ...state, reply: NO_REPLY }, leavePause, (next) =>
    isPlaying ? step(next, { type: 'complete_playback' }) : step(next),
  )
}

const interruptReply = (state: TurnState, reason: InterruptReason): Step =>
  inOrder({ ...state, reply: NO_REPLY }, leavePause, (next) =>
    step(next, { type: 'interrupt_reply', reason }),
  )

const sendPartial = (state: TurnState): Step =>
  state.isPartialWithheld
    ? step({ ...state, isPartialWithheld: false }, { type: 'send_partial' })
    : step(state)

function onPartial(
  timings: TurnTimings,
  state: TurnState,
  { text, overlap }: Extract<TurnEvent, { type: 'partial' }>,
): Step {
  const transcribed = { ...state, transcript: text, isPartialWithheld: text.trim() !== '' }
  return inOrder(
    transcribed,
    state.preemptiveText === text ? step : dropPreemptive,
    (next) => judgeSpeech(timings, next, overlap),
    (next) => {
      const isOverReply = next.phase === 'speaking' || next.phase === 'paused'
      return isOverReply || isCharactersOwn(overlap) ? step(next) : sendPartial(next)
    },
  )
}

function onSilence(state: TurnState, mayBeEcho: boolean): Step {
  if (!wantsPreemptive(state)) return step(state)
  const { transcript, retracted } = state
  const tried = { ...state, preemptiveAttempts: state.preemptiveAttempts + 1 }
  if (mayBeEcho) return step(tried)
  const text = joinUtterances([retracted?.text ?? '', transcript])
  return step({ ...tried, preemptiveText: transcript }, { type: 'start_preemptive', text })
}

const dropPreemptive = (state: TurnState): Step =>
  state.preemptiveText === undefined
    ? step(state)
    : step({ ...state, preemptiveText: undefined }, { type: 'drop_preemptive' })

const endUtterance = (state: TurnState): Step =>
  step(
    settle({
      ...state,
      isUserSpeaking: false,
      transcript: '',
      isPartialWithheld: false,
      preemptiveText: undefined,
      preemptiveAttempts: 0,
    }),
  )

function onTurn(state: TurnState, { turn, overlap }: Extract<TurnEvent, { type: 'turn' }>): Step {
  const isOverReply = state.phase === 'speaking' || state.phase === 'paused'
  const isNoTurn = isCharactersOwn(overlap) || (isOverReply && isHarmless(turn.text, overlap))
  if (isNoTurn && !isStopWord(turn.text, overlap))
    return inOrder(state, dropPreemptive, endUtterance, resume, answerRetracted)

  const usesPreemptive = state.preemptiveText === turn.text
  return inOrder(
    state,
    usesPreemptive ? step : dropPreemptive,
    endUtterance,
    state.phase === 'thinking' && isRetractable(state) ? retract : stopReply,
    (next) => step(next, { type: 'send_transcript' }),
    (next) => {
      const text = joinUtterances([next.retracted?.text ?? '', turn.text])
      return answerTurn(next, { text, turn, usesPreemptive })
    },
  )
}

type Answer = Pick<Extract<TurnAction, { type: 'answer_turn' }>, 'text' | 'turn' | 'usesPreemptive'>

function answerTurn(state: TurnState, answer: Answer): Step {
  const { text, turn } = answer
  const isContinuation = state.retracted !== undefined
  const next = {
    ...state,
    pending: { text, turn },
    retracted: undefined,
    retractions: isContinuation ? state.retractions : 0,
    reply: { ...NO_REPLY, isUnfinished: true, isOpenAnswer: true },
  }
  return step(settle(next), { type: 'answer_turn', ...answer, isContinuation })
}

/** Nothing followed the retracted turn, so it is answered as it was. */
function answerRetracted(state: TurnState): Step {
  if (state.retracted === undefined) return step(state)
  const answer = { ...state.retracted, usesPreemptive: false }
  if (!state.reply.isUnfinished) return inOrder(state, resume, (next) => answerTurn(next, answer))
  // It waits behind another reply, which stays the current one.
  const queued = answerTurn(state, answer)
  return { ...queued, state: { ...queued.state, reply: state.reply, phase: state.phase } }
}
