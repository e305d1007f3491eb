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
  /** How many columns it has by now. */
  readonly columns: () => number
}

/** What no line begins with, and what none ends with. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\u30fc\u2026]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u

/**
 * Writes a text that arrives in pieces, broken between words and never within one that fits on a row; scripts without
 * spaces and emoji are broken anywhere. Everything shows at once: a word that grows too long for its row is moved to the
 * next one. The result does not depend on where the pieces begin. Text that arrives after a resize uses the new width.
 */
export function createStreamingWordWrap({ write, columns }: Screen): (text: string) => void {
  let row = ''
  let taken = 0
  /** The last word, which may go on; it is on the screen behind the row. */
  let word = ''
  /** The terminal became narrower than the row and has folded it: nothing can be moved until the next one. */
  let isFolded = false

  const newRow = () => {
    write('\n')
    row = ''
    taken = 0
    isFolded = false
  }
  const add = (text: string) => {
    write(text)
    row += text
    taken += visibleWidth(text)
  }
  const place = (unit: string, width: number) => {
    if (unit === '\n') return newRow()
    const fits = !isFolded && taken + visibleWidth(unit) <= width
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
    taken += visibleWidth(word)
    word = ''
  }
  const eraseWord = () => {
    if (isSingleWidth(word)) write(word === '' ? '' : `\u001b[${word.length}D\u001b[K`)
    else write(`\r${row}\u001b[K`)
    word = ''
  }
  /** Goes on with the word that is on the screen; false when it has to be placed anew. */
  const goOn = (first: string, width: number): boolean => {
    const isLonger = first.startsWith(word) && taken + visibleWidth(first) <= width
    if (word === '' || !(isFolded || isLonger)) return false
    write(first.slice(word.length))
    word = first
    return true
  }
  return (text) => {
    const width = Math.max(2, columns() - 1)
    if (taken + visibleWidth(word) > width) isFolded = true
    const units = unitsOf(word + text.replaceAll('\t', ' '))
    const isDone = goOn(units[0] ?? '', width)
    if (!isDone) eraseWord()
    for (const unit of isDone ? units.slice(1) : units) {
      settleWord()
      place(unit, width)
    }
  }
}

/** Writes replies to standard output: broken between words on a screen, and as they come into a pipe or a file. */
export function createReplyWriter(
  stdout: Pick<WriteStream, 'write' | 'isTTY' | 'columns' | 'rows'>,
  isScreen: boolean,
): (text: string) => void {
  const write = (text: string) => void stdout.write(text)
  if (!stdout.isTTY || !isScreen) return write
  return createStreamingWordWrap({ write, columns: () => terminalSize(stdout).columns })
}

const visibleWidth = (text: string): number => displayWidth(stripVTControlCharacters(text))

/** Words, spaces and line ends; a letter of two columns is a word of its own. */
function unitsOf(text: string): string[] {
  const units: string[] = []
  let last = ''
  for (const letter of splitGraphemes(text)) {
    if (isWithin(last, letter)) units.push(`${units.pop() ?? ''}${letter}`)
    else units.push(letter)
    last = letter
  }
  return units
}

function isWithin(last: string, letter: string): boolean {
  if (last === '' || isSpace(last) || isSpace(letter)) return false
  if (CLOSING.test(letter) || OPENING.test(last)) return true
  return graphemeWidth(last) < 2 && graphemeWidth(letter) < 2
}

const isSpace = (letter: string): boolean => letter === ' ' || letter === '\n'
