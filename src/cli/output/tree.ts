import { printableLine } from './printable.js'
import { wrapText } from './table.js'
import type { Terminal } from './terminal.js'
import { displayWidth, truncateToWidth } from './text-width.js'

/** What is said, and what belongs below it. A note stands behind the text, and is never cut. */
export type TreeNode = {
  readonly text: string
  readonly note?: string
  readonly below?: readonly TreeNode[]
}

type TreeOptions = {
  /** Texts are shown whole, over as many lines as they need. */
  readonly full?: boolean
}
/** What stands before the first line of a branch, and before all that follows below it. */
type LinePrefix = { readonly first: string; readonly rest: string }

const LEAST_ROOM = 10

/** A tree of lines that are no wider than the terminal. */
export function renderTree(terminal: Terminal, root: TreeNode, look: TreeOptions = {}): string {
  return treeLines(terminal, root, { ...look, first: '', rest: '' }).join('\n')
}

function treeLines(
  terminal: Terminal,
  branch: TreeNode,
  { first, rest, full = false }: LinePrefix & TreeOptions,
): string[] {
  const room = Math.max(LEAST_ROOM, terminal.width - displayWidth(rest))
  const lines = full ? wrapNode(branch, room) : [truncateNode(branch, room)]
  const { below = [] } = branch
  return [
    ...lines.map((line, index) => ((index === 0 ? first : rest) + line).trimEnd()),
    ...below.flatMap((one, index) => {
      const isLast = index === below.length - 1
      return treeLines(terminal, one, {
        first: rest + (isLast ? '└─ ' : '├─ '),
        rest: rest + (isLast ? '   ' : '│  '),
        full,
      })
    }),
  ]
}

const wrapNode = ({ text, note = '' }: TreeNode, room: number): string[] =>
  wrapText(`${printableLine(text)} ${note}`.trimEnd(), room, true)

function truncateNode({ text, note = '' }: TreeNode, room: number): string {
  const behind = note === '' ? '' : ` ${note}`
  return truncateToWidth(printableLine(text), Math.max(LEAST_ROOM, room - displayWidth(behind))) + behind
}
