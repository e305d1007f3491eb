import { blockSeparator, joinParts } from '../../../domain/knowledge/join-lines.js'
import type { TextRun } from '../text-runs.js'
import { splitIntoBlocks } from './columns.js'
import { toLineSegments } from './line-segments.js'
import { joinParagraphs } from './paragraphs.js'
import { toRows } from './rows.js'

/** The text of a page in reading order; text that is turned on the page follows what comes before it in the stream. */
export function pageText(pieces: readonly TextRun[]): string {
  const text = [...byAngle(pieces).values()].map(levelText).join('\n\n')
  return text.replace(INVISIBLE, '').normalize('NFC')
}

function levelText(pieces: readonly TextRun[]): string {
  const blocks = splitIntoBlocks(toLineSegments(pieces)).map((block) => joinParagraphs(toRows(block)))
  return joinParts(blocks, blockSeparator).text
}

/** Soft hyphens, control characters that say nothing, and halves of characters. */
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
