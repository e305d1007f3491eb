import type { TurnTrace } from '../../contract/turn-traces.js'
import { printable, printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { renderFields, wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { renderBlocks, renderMemoryLines, renderPassages } from './prompt-view.js'
import { describeCost, describeTokens } from './turn-figures.js'
import { formatMs, latencyOf, renderStages, stagesOf } from './turn-times.js'

const INDENT = '  '

type Section = { readonly title: string; readonly lines: readonly string[] }

/** Renders all that is known of a turn; empty sections say why they are. */
export function renderTurn(terminal: Terminal, turn: TurnTrace): string {
  const inner = { ...terminal, width: terminal.width - INDENT.length }
  const sections: readonly Section[] = [
    { title: 'INPUT', lines: textLines(inner, turn.text) },
    ...promptSections(inner, turn),
    { title: 'REPLY', lines: replyLines(inner, turn) },
    { title: 'TIME', lines: timeLines(inner, turn) },
    { title: 'REMEMBERED', lines: rememberedLines(inner, turn) },
  ]
  return [renderHeading(terminal, turn), ...renderSections(terminal, sections)].join('\n\n')
}

/** The sections of a turn that answer why the reply is as it is. */
export function renderReasons(terminal: Terminal, turn: TurnTrace): string {
  const inner = { ...terminal, width: terminal.width - INDENT.length }
  const sections: readonly Section[] = [
    ...promptSections(inner, turn),
    { title: 'TIME', lines: timeLines(inner, turn) },
    { title: 'REMEMBERED', lines: rememberedLines(inner, turn) },
  ]
  return [renderModel(terminal, turn), ...renderSections(terminal, sections)].join('\n')
}

const promptSections = (terminal: Terminal, turn: TurnTrace): readonly Section[] =>
  turn.request === null
    ? []
    : [
        { title: 'PROMPT', lines: renderBlocks(terminal, turn) },
        { title: 'MEMORIES', lines: renderMemoryLines(terminal, turn) },
        { title: 'PASSAGES', lines: renderPassages(terminal, turn) },
        { title: 'ACTIONS', lines: actionLines(terminal, turn) },
      ]

const renderSections = ({ colour }: Terminal, sections: readonly Section[]): string[] =>
  sections.map(({ title, lines }) => [colour.bold(title), ...lines.map((line) => INDENT + line)].join('\n'))

function renderHeading(terminal: Terminal, turn: TurnTrace): string {
  const { characterId, characterName } = turn
  const messages = [turn.playerMessageId, turn.replyMessageId].filter((id) => id !== undefined)
  return renderFields(terminal, [
    ['turn', turn.messageId],
    ['messages', messages.length === 0 ? null : messages.join(', ')],
    ['began', readableTime(turn.startedAt)],
    ['kind', describeKind(turn)],
    ['state', describeState(turn)],
    ['character', characterName === null ? characterId : `${printableLine(characterName)} (${characterId})`],
    ['player', printableLine(turn.playerId)],
    ...modelFields(turn),
  ])
}

const renderModel = (terminal: Terminal, turn: TurnTrace): string =>
  renderFields(terminal, [
    ['turn', turn.messageId],
    ['state', turn.state === 'completed' ? null : describeState(turn)],
    ...modelFields(turn),
  ])

const modelFields = (turn: TurnTrace): [string, string | null][] => [
  ['model', describeModel(turn)],
  ['tokens', turn.provider === null ? null : describeTokens(turn)],
  ['cost', describeCost(turn)],
  ['finish', turn.finishReason],
  ['retries', retriesOf(turn)],
]

const describeModel = ({ provider, model }: TurnTrace): string =>
  provider === null
    ? 'none was asked'
    : `${provider}: ${model ?? 'none was chosen, it did not say what it has'}`

const retriesOf = ({ retries }: TurnTrace): string | null =>
  retries.length === 0
    ? null
    : retries
        .map(({ reason, waitedMs }) =>
          waitedMs === 0 ? words(reason) : `${words(reason)}, waited ${formatMs(waitedMs)}`,
        )
        .join('; ')

const KINDS: Readonly<Record<TurnTrace['kind'], string>> = {
  typed: 'typed',
  transcript: 'spoken',
  picture: 'a picture',
  line: 'a scripted line',
  encounter: 'an encounter: the player is the other character',
}

const describeKind = ({ kind, retryOf }: TurnTrace): string =>
  retryOf === undefined ? KINDS[kind] : `${KINDS[kind]}; asks ${retryOf} again, nothing of it is stored`

function describeState({ state, stoppedBy, failure }: TurnTrace): string {
  const reason = failure ?? (stoppedBy === null ? null : (STOPS.get(stoppedBy) ?? words(stoppedBy)))
  return reason === null ? state : `${state}: ${printableLine(reason)}`
}

const STOPS: ReadonlyMap<string, string> = new Map([
  ['client_interrupt', 'the player stopped the reply'],
  ['new_message', 'the player sent another message'],
  ['user_speech', 'the player spoke meanwhile'],
  ['abandoned', 'nobody waited for the reply any more'],
  ['timed_out', 'the reply took too long'],
])

const words = (name: string): string => name.replaceAll('_', ' ')

const textLines = ({ width }: Pick<Terminal, 'width'>, text: string): string[] =>
  text.trim() === '' ? ['(nothing)'] : wrapText(printable(text), width, true)

function actionLines({ width }: Terminal, { actions }: TurnTrace): string[] {
  if (actions.length === 0) return ['(none offered)']
  return actions.flatMap(({ name, parameters, description }) => {
    const call = printableLine(`${name}(${parameters.join(', ')})`)
    return wrapText(description === null ? call : `${call}: ${printableLine(description)}`, width, true)
  })
}

function replyLines(terminal: Terminal, { reply, state }: TurnTrace): string[] {
  const lines = reply.text === '' && state === 'running' ? ['(not yet)'] : textLines(terminal, reply.text)
  return [...lines, ...reply.actions.map((name) => `* ${printableLine(name)}`)]
}

function timeLines(terminal: Terminal, turn: TurnTrace): string[] {
  const latency = latencyOf(turn)
  const stages = stagesOf(turn)
  const noticed = turn.times.firstAudioMs === undefined ? 'first text' : 'first audio'
  const began = turn.spoken === null ? 'the start' : `the end of speech (${words(turn.spoken.endedBy)})`
  const eager = turn.spoken?.isEager === true ? ['the model was asked before the end was certain'] : []
  return [
    ...(stages.length === 0 ? ['(nothing measured)'] : renderStages(terminal, stages)),
    ...(latency === null ? [] : wrapText(`${noticed} ${formatMs(latency)} after ${began}`, terminal.width)),
    ...eager.flatMap((line) => wrapText(line, terminal.width)),
  ]
}

const NOT_READ = 'not read yet: memories are made after every eighth turn and at the end of a conversation'

function rememberedLines({ width }: Terminal, turn: TurnTrace): string[] {
  const { remembered } = turn
  if (remembered === null) return wrapText(whyNothingIsRemembered(turn), width)
  const found = remembered.memories.flatMap(({ id, content, memoryType, status }) => {
    const note = status === 'active' ? memoryType : `${memoryType}, ${status}`
    return wrapText(`${id.slice(0, SHORT_ID)}  ${printableLine(content)} (${note})`, width, true)
  })
  if (found.length > 0) return found
  return wrapText(remembered.isRead ? '(nothing)' : `(${NOT_READ})`, width)
}

const SHORT_ID = 8

function whyNothingIsRemembered({ retryOf, kind }: Pick<TurnTrace, 'retryOf' | 'kind'>): string {
  if (retryOf !== undefined) return '(nothing: a retry is not stored)'
  if (kind === 'encounter') return '(memories of an encounter are made of all its lines, at its end)'
  return '(nothing: the turn stored no message of the player)'
}
