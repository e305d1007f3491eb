import {
  blockSeparator,
  endsInHyphen,
  hyphenatedWords,
  isUnspacedScript,
  joinParts,
  lineSeparator,
} from '../../../domain/knowledge/join-lines.js'
import type { TextRun } from '../text-runs.js'
import { splitIntoBlocks } from './columns.js'
import { toLineSegments } from './line-segments.js'
import { type Row, toRows } from './rows.js'

/** The text of a page in reading order. Text at other angles is kept separate, in the order of the stream. */
export function pageText(pieces: readonly TextRun[]): string {
  const text = [...byAngle(pieces).values()].map(levelText).join('\n\n')
  return text.replace(INVISIBLE, '').normalize('NFC')
}

function levelText(pieces: readonly TextRun[]): string {
  const blocks = splitIntoBlocks(toLineSegments(pieces)).map((block) => joinParagraphs(toRows(block)))
  return joinParts(blocks, blockSeparator).text
}

/** Soft hyphens, meaningless control characters, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a PDF may map a glyph to any of them
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u00ad\ufeff\ufffe\uffff]|\p{Surrogate}/gu

function byAngle(pieces: readonly TextRun[]): Map<number, TextRun[]> {
  const groups = new Map<number, TextRun[]>()
  for (const piece of pieces) {
    const group = groups.get(piece.angle)
    if (group === undefined) groups.set(piece.angle, [piece])
    else group.push(piece)
  }
  return groups
}

const LIST_ITEM = /^([•◦▪‣●○■–—*·-]|\(?(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s/u
/** A line of a table of contents, with leader dots before the page number. */
const LEADERS = /(?<![.·…]\s?)(?:[.·…]\s?){4,}\S{1,6}$/u

/** Joins the lines of each paragraph; other lines stay separate. */
function joinParagraphs(rows: readonly Row[]): string {
  const prose = rows.filter(({ cells }) => !cells)
  const edges = {
    left: Math.min(...prose.map(({ left }) => left)),
    right: Math.max(...prose.map(({ right }) => right)),
  }
  const lines = rows.map(({ text }) => text)
  const hyphenated = hyphenatedWords(lines)
  return joinParts(lines, (last, next, index) => {
    const [above, below] = [rows[index - 1], rows[index]]
    const between = above === undefined || below === undefined ? '' : separation(above, below, edges)
    return between === '' ? lineSeparator(last, next, hyphenated) : { dropsHyphen: false, text: between }
  }).text
}

type Edges = { readonly left: number; readonly right: number }

/** The separator between two rows; empty within a paragraph. */
function separation(last: Row, next: Row, edges: Edges): '' | '\n' | '\n\n' {
  const size = Math.max(last.size, next.size)
  if (next.y - last.y > size * 2.1 || size > Math.min(last.size, next.size) * 1.18) return '\n\n'
  if (endsInHyphen(last.text) && !last.cells && !next.cells) return ''
  if (last.cells || next.cells || LIST_ITEM.test(next.text)) return '\n'
  if (LEADERS.test(last.text.slice(-40))) return '\n'
  return wouldHaveFitted(last, next, edges) || isIndented(last, next, edges) ? '\n' : ''
}

/** Whether the next word would have fitted on the line, so that the line break is intended. */
function wouldHaveFitted(last: Row, next: Row, { left, right }: Edges): boolean {
  const space = last.rightToLeft ? last.left - left : right - last.right
  const word = isUnspacedScript(next.text.at(0)) ? 1 : (/^\S*/.exec(next.text)?.[0].length ?? 0)
  const width = ((next.right - next.left) / Math.max(next.text.length, 1)) * (word + 1)
  return space > width + last.size * 0.5
}

const isIndented = (last: Row, next: Row, { left, right }: Edges) =>
  next.rightToLeft
    ? right - next.right > next.size * 0.9 && right - last.right < last.size * 0.5
    : next.left - left > next.size * 0.9 && last.left - left < last.size * 0.5
