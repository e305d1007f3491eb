import type { Action } from '../../contract/characters.js'
import { isObject } from '../../contract/is-object.js'
import { printable, printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { type DiffPart, diffWords } from '../output/word-diff.js'
import type { ComparedCharacter, FieldDifference } from './compared-character.js'

/** Renders what differs, field by field: the lines of the first side begin with `-`, those of the second with `+`. */
export function renderDifferences(
  terminal: Terminal,
  [a, b]: readonly [ComparedCharacter, ComparedCharacter],
  differences: readonly FieldDifference[],
): string {
  const { colour } = terminal
  if (a.source.kind === 'character' && b.source.kind === 'character' && a.source.id === b.source.id)
    return `Both sides are ${titleOf(a)}`
  if (differences.length === 0) return `No differences between ${titleOf(a)} and ${titleOf(b)}`
  return [
    ...wrapText(`--- ${titleOf(a)}`, terminal.width).map((line) => colour.bold(line)),
    ...wrapText(`+++ ${titleOf(b)}`, terminal.width).map((line) => colour.bold(line)),
    ...differences.map((difference) => renderDifference(terminal, difference)),
  ].join('\n')
}

/** `Mira (0f3c…)`, or the name of a file. */
export const titleOf = ({ source }: ComparedCharacter): string =>
  source.kind === 'file' ? printableLine(source.file) : `${printableLine(source.name)} (${source.id})`

/** The value of a field as text: actions one a line, nothing as `(none)`. */
export function fieldText(value: unknown): string {
  if (value === undefined) return '(not given)'
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '(none)'
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return value.map(itemText).join('\n')
  return printable(isObject(value) ? JSON.stringify(value) : String(value))
}

function itemText(item: unknown): string {
  if (!isObject(item)) return printable(String(item))
  // Only actions are lists of objects.
  const { name, description, parameters = [] } = item as Action
  const signature = parameters
    .map(
      (one) =>
        `${one.name}:${one.type}${one.required ? '!' : ''}${one.description ? ` "${one.description}"` : ''}`,
    )
    .join(', ')
  return printableLine(`${name}(${signature})${description ? `: ${description}` : ''}`)
}

function renderDifference({ colour, width }: Terminal, { field, a, b }: FieldDifference): string {
  const [before, after] = [fieldText(a), fieldText(b)]
  const parts = diffWords(before, after)
  const side = (sign: '-' | '+', text: string) => {
    const paint = sign === '-' ? colour.red : colour.green
    const shown = parts === null ? text : sideText(parts, sign)
    return wrapText(shown, Math.max(MIN_WIDTH, width - 4)).map((line) => `  ${paint(`${sign} ${line}`)}`)
  }
  const lines = [...side('-', before), ...side('+', after)]
  return [
    colour.cyan(field),
    ...lines.map((line) => line.replace(MARKED, (_, word) => colour.underline(word))),
  ].join('\n')
}

const MIN_WIDTH = 20

/** Stand around each changed word while lines are broken, because they take no columns. */
const [MARK_START, MARK_END] = ['\u2061', '\u2062']
const MARKED = /\u2061([^\u2061\u2062]*)\u2062/g
const WORD = /\S+/g

/** How much is shown of a long stretch that both sides have, beside a change. */
const CONTEXT_LENGTH = 60

function sideText(parts: readonly DiffPart[], sign: '-' | '+'): string {
  return parts
    .map(({ kind, text }, index) => {
      if (kind === 'same')
        return shortened(text, { isFirst: index === 0, isLast: index === parts.length - 1 })
      if ((kind === 'removed') !== (sign === '-')) return ''
      return text.replace(WORD, (word) => `${MARK_START}${word}${MARK_END}`)
    })
    .join('')
}

function shortened(
  text: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  const start = isFirst ? '' : text.slice(0, CONTEXT_LENGTH)
  const end = isLast ? '' : text.slice(-CONTEXT_LENGTH)
  return start.length + end.length + 3 >= text.length ? text : `${start} … ${end}`
}
