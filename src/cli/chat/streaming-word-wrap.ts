import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { terminalSize } from '../line-editor/input-area.js'
import {
  displayWidth,
  graphemeWidth,
  isSingleWidth,
  prefixOfWidth,
  splitGraphemes,
} from '../output/text-width.js'

type Screen = {
  readonly write: (text: string) => void
  /** The current width of the terminal. */
  readonly columns: () => number
}

/** Characters that no line begins with, and those that no line ends with. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\u30fc\u2026]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u

/**
 * Writes a text that arrives in pieces. It breaks lines between words, and within a word only if the word is longer than
 * a row; emoji and scripts without spaces break anywhere. Each piece is shown at once: a word that grows too long for its
 * row is erased and written on the next one. The result does not depend on where the pieces begin. Text that arrives
 * after a resize uses the new width.
 */
export function createStreamingWordWrap({ write, columns }: Screen): (text: string) => void {
  let row = ''
  let rowWidth = 0
  /** The last word, which may still grow; on the screen it follows `row`. */
  let word = ''
  /** The terminal became narrower than the row and has reflowed it: no word can be moved before the next row. */
  let isReflowed = false

  const newRow = () => {
    write('\n')
    row = ''
    rowWidth = 0
    isReflowed = false
  }
  const add = (text: string) => {
    write(text)
    row += text
    rowWidth += visibleWidth(text)
  }
  const writeUnit = (unit: string, width: number) => {
    if (unit === '\n') return newRow()
    const fits = !isReflowed && rowWidth + visibleWidth(unit) <= width
    if (unit === ' ') return fits ? add(unit) : undefined
    if (!fits && row !== '') newRow()
    let rest = unit
    while (visibleWidth(rest) > width) {
      const piece = prefixOfWidth(rest, width)
      write(piece)
      newRow()
      rest = rest.slice(piece.length)
    }
    word = rest
    write(rest)
  }
  const settleWord = () => {
    row += word
    rowWidth += visibleWidth(word)
    word = ''
  }
  const eraseWord = () => {
    if (isSingleWidth(word)) write(word === '' ? '' : `\u001b[${word.length}D\u001b[K`)
    else write(`\r${row}\u001b[K`)
    word = ''
  }
  /** Extends the word on the screen; false if the word has to be written again. */
  const extendWord = (first: string, width: number): boolean => {
    const isLonger = first.startsWith(word) && rowWidth + visibleWidth(first) <= width
    if (word === '' || !(isReflowed || isLonger)) return false
    write(first.slice(word.length))
    word = first
    return true
  }
  return (text) => {
    const width = Math.max(2, columns() - 1)
    if (rowWidth + visibleWidth(word) > width) isReflowed = true
    const units = unitsOf(word + text.replaceAll('\t', ' '))
    const isExtended = extendWord(units[0] ?? '', width)
    if (!isExtended) eraseWord()
    for (const unit of isExtended ? units.slice(1) : units) {
      settleWord()
      writeUnit(unit, width)
    }
  }
}

/** Writes replies to standard output: wrapped between words at a terminal whose cursor can be moved, otherwise unchanged. */
export function createReplyWriter(
  stdout: Pick<WriteStream, 'write' | 'isTTY' | 'columns' | 'rows'>,
  canMoveCursor: boolean,
): (text: string) => void {
  const write = (text: string) => void stdout.write(text)
  if (!stdout.isTTY || !canMoveCursor) return write
  return createStreamingWordWrap({ write, columns: () => terminalSize(stdout).columns })
}

const visibleWidth = (text: string): number => displayWidth(stripVTControlCharacters(text))

/** Splits into words, spaces and line ends; a grapheme of two columns is a word of its own. */
function unitsOf(text: string): string[] {
  const units: string[] = []
  let last = ''
  for (const grapheme of splitGraphemes(text)) {
    if (isSameWord(last, grapheme)) units.push(`${units.pop() ?? ''}${grapheme}`)
    else units.push(grapheme)
    last = grapheme
  }
  return units
}

function isSameWord(last: string, next: string): boolean {
  if (last === '' || isSpace(last) || isSpace(next)) return false
  if (CLOSING.test(next) || OPENING.test(last)) return true
  return graphemeWidth(last) < 2 && graphemeWidth(next) < 2
}

const isSpace = (grapheme: string): boolean => grapheme === ' ' || grapheme === '\n'
