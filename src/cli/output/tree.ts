import { printableLine } from './printable.js'
import { wrapText } from './table.js'
import type { Terminal } from './terminal.js'
import { displayWidth, truncateToWidth } from './text-width.js'

/** A node of a tree. The note follows the text and is never truncated. */
export type TreeNode = {
  readonly text: string
  readonly note?: string
  readonly children?: readonly TreeNode[]
}

type TreeOptions = {
  /** Long texts are wrapped instead of truncated. */
  readonly full?: boolean
}
/** The prefix of the first line of a node, and of all lines below it. */
type LinePrefix = { readonly first: string; readonly rest: string }

const MIN_WIDTH = 10

/** Renders a tree, no wider than the terminal. */
export function renderTree(terminal: Terminal, root: TreeNode, options: TreeOptions = {}): string {
  return treeLines(terminal, root, { ...options, first: '', rest: '' }).join('\n')
}

function treeLines(
  terminal: Terminal,
  node: TreeNode,
  { first, rest, full = false }: LinePrefix & TreeOptions,
): string[] {
  const width = Math.max(MIN_WIDTH, terminal.width - displayWidth(rest))
  const lines = full ? wrapNode(node, width) : [truncateNode(node, width)]
  const { children = [] } = node
  return [
    ...lines.map((line, index) => ((index === 0 ? first : rest) + line).trimEnd()),
    ...children.flatMap((child, index) => {
      const isLast = index === children.length - 1
      return treeLines(terminal, child, {
        first: rest + (isLast ? '└─ ' : '├─ '),
        rest: rest + (isLast ? '   ' : '│  '),
        full,
      })
    }),
  ]
}

const wrapNode = ({ text, note = '' }: TreeNode, width: number): string[] =>
  wrapText(`${printableLine(text)} ${note}`.trimEnd(), width, true)

function truncateNode({ text, note = '' }: TreeNode, width: number): string {
  const suffix = note === '' ? '' : ` ${note}`
  return truncateToWidth(printableLine(text), Math.max(MIN_WIDTH, width - displayWidth(suffix))) + suffix
}
