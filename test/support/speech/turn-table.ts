import { readFileSync } from 'node:fs'
import type {
  SpeechOverlap,
  TurnEvent,
  TurnState,
  TurnTimings,
} from '../../../src/domain/voice/turn-state.js'
import {
  isBackchannel,
  isIncompleteUtterance,
  startsWithStopWord,
} from '../../../src/domain/voice/utterance-text.js'

export type TableRow = {
  readonly states: readonly string[]
  readonly events: readonly string[]
  readonly guards: readonly string[]
  readonly next: string
  readonly actions: readonly string[]
  /** As it stands in the document. */
  readonly source: string
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const wordsOf = (cell = ''): string[] =>
  cell
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** The table of docs/voice.md whose first column has this title. */
export function readTransitionTable(title: string): readonly TableRow[] {
  const lines = readFileSync(new URL('../../../docs/voice.md', import.meta.url), 'utf8').split('\n')
  const head = lines.findIndex((line) => line.startsWith(`| ${title} | event | guard |`))
  if (head < 0) throw new Error(`docs/voice.md has no table of transitions for: ${title}`)
  const rest = lines.slice(head + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest.slice(0, end).map((source) => {
    const [states = '', events = '', guards = '', next = '', actions = ''] = cellsOf(source)
    return {
      states: wordsOf(states),
      events: wordsOf(events),
      guards: wordsOf(guards),
      next,
      actions: wordsOf(actions),
      source,
    }
  })
}

type Situation = { readonly state: TurnState; readonly event: TurnEvent; readonly timings: TurnTimings }
type Guard = (situation: Situation) => boolean

const NO_OVERLAP: SpeechOverlap = {
  speechMs: 0,
  playingMs: 0,
  isNearReply: false,
  isOwnVoice: false,
  isEcho: false,
}
const overlapOf = ({ event }: Situation) => ('overlap' in event ? event.overlap : NO_OVERLAP)

function textOf({ state, event }: Situation): string {
  if (event.type === 'partial') return event.text
  return event.type === 'turn' ? event.turn.text : state.transcript
}

const isStopWord: Guard = (given) => startsWithStopWord(textOf(given)) && !overlapOf(given).isEcho
const isOwnVoice: Guard = (given) => {
  const { isNearReply, isOwnVoice: isOwnSound, isEcho } = overlapOf(given)
  return isNearReply && (isOwnSound || isEcho)
}
const isHarmlessText: Guard = (given) => {
  const text = textOf(given)
  return text !== '' && (isBackchannel(text) || overlapOf(given).isEcho)
}
const isNoTurn: Guard = (given) => {
  const isOverReply = ['speaking', 'paused'].includes(given.state.phase)
  return !isStopWord(given) && (isOwnVoice(given) || (isOverReply && isHarmlessText(given)))
}

/** What the guards of the tables mean, in words of their own: the code is compared with them. */
export const GUARDS: Readonly<Record<string, Guard>> = {
  'stop word': isStopWord,
  harmless: (given) => isHarmlessText(given) || overlapOf(given).isOwnVoice,
  'own voice': isOwnVoice,
  'not a turn': isNoTurn,
  retractable: ({ state }) => state.reply.isOpenAnswer && state.retractions < 3,
  'speech ≥ minSpeechMs': (given) => overlapOf(given).speechMs >= given.timings.minSpeechMs,
  'speech ≥ bargeInMs': (given) => overlapOf(given).speechMs >= given.timings.bargeInMs,
  'playing ≥ turnGuardMs': (given) => overlapOf(given).playingMs >= given.timings.turnGuardMs,
  unfinished: ({ state }) => state.reply.isUnfinished,
  'still playing': ({ event }) => 'reply' in event && event.reply.isPlaying,
  played: ({ state }) => !state.reply.isAudible,
  'retracted turn': ({ state }) => state.retracted !== undefined,
  complete: ({ state }) =>
    state.transcript.trim() !== '' &&
    !isIncompleteUtterance(state.transcript) &&
    !state.reply.isUnfinished &&
    !state.reply.isAudible,
  'attempts left': ({ state }) => state.preemptiveAttempts < 3,
  'no echo': ({ event }) => event.type === 'silence' && !event.mayBeEcho,
  'same text': (given) => textOf(given) === given.state.preemptiveText,
}

/** Of the rows for a state and an event the first one counts whose guards hold. */
export function rowFor(rows: readonly TableRow[], phase: string, situation: Situation): TableRow | undefined {
  return rows.find(
    ({ states, events, guards }) =>
      (states.includes(phase) || states.includes('any')) &&
      events.includes(situation.event.type) &&
      guards.every((name) => guardNamed(name)(situation)),
  )
}

function guardNamed(name: string): Guard {
  const guard = GUARDS[name]
  if (guard === undefined) throw new Error(`No such guard: ${name}`)
  return guard
}
