import { configOf, diffCharacters, fieldsOfConfig } from '../characters/compared-character.js'
import { fieldText } from '../characters/field-diff-view.js'
import { THROW_AWAY_AVATAR } from '../characters/find-character.js'
import { describeAction } from '../chat/reply-view.js'
import { renderHtmlPage } from '../output/output-file.js'
import { printable } from '../output/printable.js'
import { type DiffPart, diffWords } from '../output/word-diff.js'
import type { ComparisonSide, Sides } from './comparison-side.js'
import { measuresOf } from './comparison-view.js'
import type { ComparedTurn } from './scripted-comparison.js'
import type { SideTurn } from './side-turn.js'

export type ComparisonResult = {
  readonly sides: Sides
  readonly turns: readonly ComparedTurn[]
  readonly script: string
  readonly startedAt: string
  readonly isComplete: boolean
}

/** The figures of one side over a whole talk. */
export type SideSummary = {
  /** The language model that answered; null: unknown. */
  readonly model: string | null
  readonly replies: number
  readonly failed: number
  /** Medians, in milliseconds; null: nothing was measured. */
  readonly firstTextMs: number | null
  readonly totalMs: number | null
  /** Sums over all replies; null: the server does not tell. */
  readonly tokens: { readonly request: number; readonly reply: number } | null
}

/** Runs of text; those marked are not on the other side. */
type MarkedText = readonly { readonly text: string; readonly isMarked: boolean }[]

export function summarize(turns: readonly SideTurn[]): SideSummary {
  const traces = turns.flatMap(({ trace }) => trace ?? [])
  const sum = (part: 'request' | 'reply') => traces.reduce((total, { tokens }) => total + tokens[part], 0)
  const failed = turns.filter(({ error }) => error !== null).length
  return {
    model: [...new Set(traces.flatMap(({ model }) => model ?? []))].join(', ') || null,
    replies: turns.length - failed,
    failed,
    firstTextMs: median(turns.flatMap(({ firstTextMs }) => firstTextMs ?? [])),
    totalMs: median(turns.flatMap(({ totalMs }) => totalMs ?? [])),
    tokens: traces.length === 0 ? null : { request: sum('request'), reply: sum('reply') },
  }
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** The page of the report: one file that needs no network. */
export const renderReport = (result: ComparisonResult): Promise<string> =>
  renderHtmlPage('comparison', reportData(result))

/** What the page shows. Characters that cannot be seen, or that turn the direction of text, are escaped. */
export const reportData = ({ sides, turns, script, startedAt, isComplete }: ComparisonResult) => ({
  character: printable(sides[0].character.name),
  script: printable(script),
  startedAt,
  isComplete,
  sides: [
    { title: sides[0].title, ...summarize(turns.map(([a]) => a)) },
    { title: sides[1].title, ...summarize(turns.map(([, b]) => b)) },
  ] as const,
  fields: differingFields(sides),
  messages: turns.map(([a, b]) => {
    const [textA, textB] = markedTexts(printable(a.reply), printable(b.reply))
    return {
      input: printable(a.input),
      a: replyData(a, textA),
      b: replyData(b, textB),
      isSame: a.reply === b.reply && actionsOf(a).join() === actionsOf(b).join() && a.error === b.error,
    }
  }),
})

const replyData = (turn: SideTurn, text: MarkedText) => ({
  text,
  actions: actionsOf(turn),
  error: turn.error === null ? null : printable(turn.error),
  interrupted: turn.interrupted,
  measures: measuresOf(turn),
})

const actionsOf = ({ actions }: SideTurn): string[] =>
  actions.map((action) => printable(describeAction(action)))

function differingFields(sides: Sides) {
  const compared = ({ character }: ComparisonSide) => {
    const { id, name, avatar } = character
    const fields = new Map(fieldsOfConfig(configOf(character)))
    // The copy is never public, and its avatar only marks it.
    if (avatar === THROW_AWAY_AVATAR) for (const field of ['avatar', 'is_public']) fields.delete(field)
    return { source: { kind: 'character' as const, id, name }, fields }
  }
  const [a, b] = [compared(sides[0]), compared(sides[1])]
  return diffCharacters(a, b)
    .filter(({ field }) => a.fields.has(field) && b.fields.has(field))
    .map((difference) => {
      const [textA, textB] = markedTexts(fieldText(difference.a), fieldText(difference.b))
      return { field: difference.field, a: textA, b: textB }
    })
}

function markedTexts(a: string, b: string): readonly [MarkedText, MarkedText] {
  const parts = diffWords(a, b)
  if (parts === null) return [plain(a), plain(b)]
  return [withoutKind(parts, 'added'), withoutKind(parts, 'removed')]
}

const plain = (text: string): MarkedText => (text === '' ? [] : [{ text, isMarked: false }])

const withoutKind = (parts: readonly DiffPart[], left: DiffPart['kind']): MarkedText =>
  parts.filter(({ kind }) => kind !== left).map(({ kind, text }) => ({ text, isMarked: kind !== 'same' }))
