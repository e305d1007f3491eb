import { printableLine } from './output/printable.js'
import { wrapText } from './output/table.js'
import type { Terminal } from './output/terminal.js'
import { columnsOf, cutTo } from './text-width.js'

/** What is said, and what belongs below it. A note stands behind the text, and is never cut. */
export type Branch = {
  readonly text: string
  readonly note?: string
  readonly below?: readonly Branch[]
}

type Look = {
  /** Texts are shown whole, over as many lines as they need. */
  readonly full?: boolean
}
/** What stands before the first line of a branch, and before all that follows below it. */
type Place = { readonly first: string; readonly rest: string }

const LEAST_ROOM = 10

/** A tree of lines that are no wider than the terminal. */
export function renderTree(terminal: Terminal, root: Branch, look: Look = {}): string {
  return linesOf(terminal, root, { ...look, first: '', rest: '' }).join('\n')
}

function linesOf(terminal: Terminal, branch: Branch, { first, rest, full = false }: Place & Look): string[] {
  const room = Math.max(LEAST_ROOM, terminal.width - columnsOf(rest))
  const lines = full ? whole(branch, room) : [cut(branch, room)]
  const { below = [] } = branch
  return [
    ...lines.map((line, index) => ((index === 0 ? first : rest) + line).trimEnd()),
    ...below.flatMap((one, index) => {
      const isLast = index === below.length - 1
      return linesOf(terminal, one, {
        first: rest + (isLast ? '└─ ' : '├─ '),
        rest: rest + (isLast ? '   ' : '│  '),
        full,
      })
    }),
  ]
}

const whole = ({ text, note = '' }: Branch, room: number): string[] =>
  wrapText(`${printableLine(text)} ${note}`.trimEnd(), room, true)

function cut({ text, note = '' }: Branch, room: number): string {
  const behind = note === '' ? '' : ` ${note}`
  return cutTo(printableLine(text), Math.max(LEAST_ROOM, room - columnsOf(behind))) + behind
}
