import type { WriteStream } from 'node:tty'
import { createReplyView } from '../chat/reply-view.js'
import { createReplyWriter } from '../chat/streaming-word-wrap.js'
import { terminalSize } from '../line-editor/input-area.js'
import { printable } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { truncateToWidth } from '../output/text-width.js'
import type { SideName, Sides } from './comparison-side.js'
import { columnRow, columnWidth, createReplyColumns, MIN_COLUMNS, SEPARATOR } from './reply-columns.js'
import type { SideTurn, SideView } from './side-turn.js'

/** Shows the replies of both sides: beside each other where there is room, else below each other. */
export type ComparisonView = {
  /** Says which side is which. */
  showTitles(sides: Sides): void
  /** The views of the replies to the next message. */
  openReplies(): readonly [SideView, SideView]
  /** Shows what the replies took. */
  closeReplies(turns: readonly [SideTurn, SideTurn]): void
}

type ViewSettings = {
  readonly stdout: Pick<WriteStream, 'write' | 'isTTY' | 'columns' | 'rows'>
  readonly canMoveCursor: boolean
  readonly colour: Terminal['colour']
}

export function createComparisonView(settings: ViewSettings): ComparisonView {
  const { stdout, canMoveCursor, colour } = settings
  const write = (text: string) => void stdout.write(text)
  const isTerminal = stdout.isTTY === true
  // The terminal may be resized between two messages.
  const columns = () => terminalSize(stdout).columns
  const isWide = () => isTerminal && canMoveCursor && columns() >= MIN_COLUMNS
  const separator = colour.dim(SEPARATOR)
  const writeRow = (cells: readonly [string, string], paint: (text: string) => string) =>
    write(`${columnRow(cells, { width: columnWidth(columns()), separator, paint })}\n`)
  return {
    showTitles([a, b]) {
      const titles = [`a  ${a.title}`, `b  ${b.title}`] as const
      if (!isWide())
        return isTerminal ? write(`${titles.map((title) => colour.bold(title)).join('\n')}\n`) : undefined
      const shorten = (title: string) => truncateToWidth(title, columnWidth(columns()))
      writeRow([shorten(titles[0]), shorten(titles[1])], colour.bold)
    },
    openReplies: () => (isWide() ? besideEachOther(settings, separator) : belowEachOther(settings)),
    closeReplies(turns) {
      if (!isTerminal) return
      const width = columnWidth(columns())
      if (isWide()) {
        const [a = [], b = []] = turns.map((turn) => wrapText(measuresOf(turn), width))
        for (let row = 0; row < Math.max(a.length, b.length); row += 1)
          writeRow([a[row] ?? '', b[row] ?? ''], colour.dim)
        return
      }
      const lines = turns.flatMap((turn) => wrapText(`${turn.side}: ${measuresOf(turn)}`, columns() - 1))
      write(lines.map((line) => `${colour.dim(line)}\n`).join(''))
    },
  }
}

/** `first text 210 ms, all 1.2 s, 812 + 40 tokens, stub` */
export function measuresOf({ firstTextMs, totalMs, trace }: SideTurn): string {
  return [
    ...(firstTextMs === null ? [] : [`first text ${formatMs(firstTextMs)}`]),
    ...(totalMs === null ? [] : [`all ${formatMs(totalMs)}`]),
    ...(trace === null ? [] : [`${trace.tokens.request} + ${trace.tokens.reply} tokens`]),
    ...(trace?.model ? [printable(trace.model)] : []),
  ].join(', ')
}

export const formatMs = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

function besideEachOther({ stdout }: ViewSettings, separator: string): readonly [SideView, SideView] {
  const replies = createReplyColumns({
    write: (text) => void stdout.write(text),
    ...terminalSize(stdout),
    separator,
  })
  const sideView = (side: SideName): SideView => {
    const append = (text: string) => replies.append(side, text.replaceAll('\t', ' '))
    return withSettle(createReplyView(append), append, () => replies.finish(side))
  }
  return [sideView('a'), sideView('b')]
}

/** The second reply waits until the first is complete, and is then shown as far as it has come. */
function belowEachOther({ stdout, canMoveCursor, colour }: ViewSettings): readonly [SideView, SideView] {
  const sideView = (side: SideName, onSettled: () => void): SideView => {
    const prefix = `${side}> `
    const write = createReplyWriter(stdout, canMoveCursor)
    const writeError = (text: string) => write(`${prefix}${text}`)
    const painted = stdout.isTTY === true ? colour.cyan(prefix) : prefix
    return withSettle(createReplyView(write, painted, painted), writeError, onSettled)
  }
  const second = delayed(sideView('b', () => undefined))
  return [sideView('a', second.release), second.view]
}

/** Ends the view of a side with the error, if there is one. */
const withSettle = (
  view: Omit<SideView, 'settle'>,
  writeError: (text: string) => void,
  onSettled: () => void,
): SideView => ({
  ...view,
  settle(error) {
    if (error !== null) writeError(`(${printable(error)})\n`)
    onSettled()
  },
})

/** Holds back what is shown until it is released. */
function delayed(view: SideView): { readonly view: SideView; release(): void } {
  let waiting: (() => void)[] | null = []
  const later =
    <Arguments extends readonly unknown[]>(show: (...args: Arguments) => void) =>
    (...args: Arguments): void => {
      if (waiting === null) show(...args)
      else waiting.push(() => show(...args))
    }
  return {
    view: {
      text: later(view.text),
      action: later(view.action),
      abort: later(view.abort),
      end: later(view.end),
      settle: later(view.settle),
    },
    release() {
      for (const show of waiting ?? []) show()
      waiting = null
    },
  }
}
