import { expect, test } from 'vitest'
import type { RecognisedTurn } from '../../../src/domain/voice/turn-detection.js'
import {
  INITIAL_TURN_STATE,
  NO_REPLY,
  PHASES,
  type Phase,
  type ReplyStatus,
  type SpeechOverlap,
  type TurnAction,
  type TurnEvent,
  type TurnState,
  type TurnTimings,
} from '../../../src/domain/voice/turn-state.js'
import { replyEvent, transition } from '../../../src/domain/voice/turn-state-machine.js'
import { GUARDS, readTransitionTable, rowFor, type TableRow } from '../../support/speech/turn-table.js'

// Every lawful state meets every event, and the table of docs/voice.md (Turn taking) has to foretell what comes of it.

const TIMINGS: TurnTimings = { minSpeechMs: 250, bargeInMs: 500, turnGuardMs: 500 }
const TEXTS = ['', 'Stop it.', 'okay', 'A small boat please.']
const BOOLEANS = [false, true]
const turnOf = (text: string): RecognisedTurn => ({ text, silenceMs: 500, endedBy: 'silence' })
const PENDING = { text: 'I want', turn: turnOf('I want') }

/** Every combination of one value each. */
function combine<T>(choices: { readonly [Key in keyof T]: readonly T[Key][] }): readonly T[] {
  const keys = Object.keys(choices) as (keyof T)[]
  return keys.reduce<readonly Partial<T>[]>(
    (made, key) => made.flatMap((part) => choices[key].map((value) => ({ ...part, [key]: value }))),
    [{}],
  ) as readonly T[]
}

const statuses = combine<ReplyStatus>({
  isUnfinished: BOOLEANS,
  isAudible: BOOLEANS,
  isPlaying: BOOLEANS,
  isOpenAnswer: BOOLEANS,
}).filter(
  ({ isUnfinished, isAudible, isPlaying, isOpenAnswer }) =>
    (isPlaying || !isAudible) && (isUnfinished || !isOpenAnswer),
)

const idle = (isUserSpeaking: boolean): Phase => (isUserSpeaking ? 'user_speaking' : 'listening')

function phaseOf({ isAudible, isUnfinished }: ReplyStatus, isUserSpeaking: boolean): Phase {
  if (isAudible) return 'speaking'
  return isUnfinished ? 'thinking' : idle(isUserSpeaking)
}

type Choices<T> = { readonly [Key in keyof T]?: readonly T[Key][] }

/** The lawful states with these values. */
const statesWith = (choices: Choices<TurnState>): readonly TurnState[] =>
  combine<TurnState & { readonly isPaused: boolean }>({
    isPaused: BOOLEANS,
    phase: ['listening'],
    reply: statuses,
    isUserSpeaking: BOOLEANS,
    transcript: [''],
    isPartialWithheld: [false],
    pending: [PENDING],
    retracted: [undefined],
    retractions: [0],
    preemptiveText: [undefined],
    preemptiveAttempts: [0],
    ...choices,
  })
    .filter(
      ({ isPaused, reply, retractions }) =>
        (!isPaused || reply.isPlaying) && (retractions === 0 || reply.isOpenAnswer),
    )
    .map(({ isPaused, ...state }) => ({
      ...state,
      phase: isPaused ? 'paused' : phaseOf(state.reply, state.isUserSpeaking),
    }))

const turnChoices: Choices<TurnState> = {
  isPartialWithheld: BOOLEANS,
  retracted: [undefined, PENDING],
  retractions: [0, 3],
}
const preemptiveChoices: Choices<TurnState> = {
  transcript: [...TEXTS, 'Tea and'],
  preemptiveText: [undefined, 'A small boat please.'],
  preemptiveAttempts: [1, 3],
}

const overlapsOf = (speechMs: readonly number[], playingMs: readonly number[]) =>
  combine<SpeechOverlap>({
    speechMs,
    playingMs,
    isNearReply: BOOLEANS,
    isOwnVoice: BOOLEANS,
    isEcho: BOOLEANS,
  })
const transcriptsWith = (overlaps: readonly SpeechOverlap[]): readonly TurnEvent[] =>
  TEXTS.flatMap((text) =>
    overlaps.flatMap((overlap): TurnEvent[] => [
      { type: 'partial', text, overlap },
      { type: 'turn', turn: turnOf(text), overlap },
    ]),
  )

const overlaps = [...overlapsOf([100], [500]), ...overlapsOf([250, 500], [100, 500])]
const speech: readonly TurnEvent[] = overlaps.map((overlap) => ({ type: 'speech', overlap }))
const others: readonly TurnEvent[] = [
  ...statuses.flatMap((status) => replyEvent({ ...status, isPlaying: !status.isPlaying }, status) ?? []),
  ...BOOLEANS.map((mayBeEcho) => ({ type: 'silence', mayBeEcho }) as const),
  ...(['speech_end', 'no_words', 'button_pressed', 'typed_message', 'say_line'] as const).map((type) => ({
    type,
  })),
  ...(['client_interrupt', 'resume_timeout', 'closed'] as const).map((type) => ({ type })),
]

const turnTaking = readTransitionTable('state')
const preemptive = readTransitionTable('preemptive generation')

const nameOf = (action: TurnAction): string =>
  action.type === 'interrupt_reply' ? `${action.type}(${action.reason})` : action.type
const isPreemptive = (name: string): boolean => name.endsWith('_preemptive')

/** Whether the player speaks after the event. */
const isSpeakingAfter = ({ isUserSpeaking }: TurnState, { type }: TurnEvent): boolean =>
  type === 'speech' ||
  type === 'button_pressed' ||
  (isUserSpeaking && !['speech_end', 'turn', 'no_words', 'closed'].includes(type))

/** The action as it is carried out; undefined when there is nothing to do. */
function expandAction(name: string, state: TurnState, event: TurnEvent): string | undefined {
  const { isUnfinished, isAudible, isPlaying } = state.reply
  const isWithheld = event.type === 'partial' ? event.text.trim() !== '' : state.isPartialWithheld
  const reasons: Readonly<Record<string, boolean>> = {
    'stop_resume_timer?': state.phase === 'paused',
    'resume_playback?': state.phase === 'paused',
    'send_partial?': isWithheld,
    'stop_reply?': isUnfinished || isPlaying,
    'drop_preemptive?': state.preemptiveText !== undefined,
  }
  if (reasons[name] === false) return undefined
  const action = name.replace('?', '')
  if (action !== 'stop_reply') return action
  return isUnfinished || isAudible ? 'interrupt_reply(user_speech)' : 'complete_playback'
}

function expectedPhase({ next }: TableRow, state: TurnState, event: TurnEvent): string {
  const isSpeaking = isSpeakingAfter(state, event)
  if (next === 'same') return state.phase
  if (next === 'idle') return idle(isSpeaking)
  return next === 'resumed' ? phaseOf(state.reply, isSpeaking) : next
}

/** Compares the code with the table and notes which rows were used. */
function replay(state: TurnState, event: TurnEvent, used: Set<TableRow>) {
  const situation = { state, event, timings: TIMINGS }
  const after = transition(TIMINGS, state, event)
  const row = rowFor(turnTaking, state.phase, situation)
  if (row === undefined) throw new Error(`No row for ${JSON.stringify({ state, event })}`)
  used.add(row)
  const expand = (names: readonly string[]) => names.flatMap((name) => expandAction(name, state, event) ?? [])
  const actions = after.actions.map(nameOf).filter((name) => !isPreemptive(name))
  const isAsExpected =
    after.state.phase === expectedPhase(row, state, event) && actions.join() === expand(row.actions).join()
  // Asserted only when it fails: there are 100,000 combinations.
  if (!isAsExpected) expect({ state, event, to: after.state.phase, actions }).toBe(row.source)

  const asked = state.preemptiveText === undefined ? 'none' : 'started'
  const preemptiveRow = rowFor(preemptive, asked, situation)
  const preemptiveActions = after.actions.map(nameOf).filter(isPreemptive)
  if (preemptiveRow !== undefined) used.add(preemptiveRow)
  const wanted = preemptiveRow === undefined ? [] : expand(preemptiveRow.actions)
  const next = preemptiveRow === undefined || preemptiveRow.next === 'same' ? asked : preemptiveRow.next
  const isStarted = after.state.preemptiveText !== undefined
  if (preemptiveActions.join() !== wanted.join() || isStarted !== (next === 'started'))
    expect({ state, event, preemptiveActions, isStarted }).toBe(preemptiveRow?.source)
}

test('every transition of the code is in the tables, and every row of the tables is one of the code', () => {
  const used = new Set<TableRow>()
  const replayAll = (states: readonly TurnState[], events: readonly TurnEvent[]) => {
    for (const state of states) for (const event of events) replay(state, event, used)
  }
  replayAll(statesWith({ ...turnChoices, transcript: TEXTS }), speech)
  replayAll(statesWith(turnChoices), [...transcriptsWith(overlaps), ...others])
  replayAll(statesWith(preemptiveChoices), [...transcriptsWith(overlapsOf([100], [500])), ...others])
  const unused = [...turnTaking, ...preemptive].filter((row) => !used.has(row)).map(({ source }) => source)
  expect(unused).toEqual([])
})

test('the tables name every state, every event and every guard', () => {
  const isUnnamed = (of: 'states' | 'events' | 'guards') => (name: string) =>
    ![...turnTaking, ...preemptive].some((row) => row[of].includes(name))
  expect(PHASES.filter(isUnnamed('states'))).toEqual([])
  expect(new Set(statesWith({}).map(({ phase }) => phase))).toEqual(new Set(PHASES))
  const types = [...speech, ...transcriptsWith(overlaps), ...others].map(({ type }) => type)
  expect(types.filter(isUnnamed('events'))).toEqual([])
  expect(Object.keys(GUARDS).filter(isUnnamed('guards'))).toEqual([])
})

test('a session begins listening, without a reply', () => {
  expect(INITIAL_TURN_STATE).toMatchObject({ phase: 'listening', reply: NO_REPLY })
})
