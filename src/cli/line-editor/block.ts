import type { WriteStream } from 'node:tty'
import { printableColoured } from '../printable.js'
import { type Frame, frameOf, type Prompts, settledText } from './frame.js'
import type { TerminalKind } from './keys.js'
import { createKindQuestion } from './kind-question.js'
import type { Line } from './line.js'
import { erase, leave, paint } from './paint.js'
import { rowsAbove } from './resized.js'

/** The last rows of a terminal, where a line is typed; what is told goes above them. */
export interface Block {
  /** Shows the line as it is now, and what stands beneath it. */
  show(line: Line): void
  tell(text: string): void
  /** The line stays in the terminal's history, and nothing is shown any more. */
  settle(): void
  /** As it is, with the cursor behind it. */
  leave(): void
  /** What the terminal says that it is. */
  answered(kind: TerminalKind): void
  resized(): void
  clear(): void
}

type Settings = {
  readonly stdout: Pick<WriteStream, 'write' | 'columns' | 'rows'>
  readonly prompts: Prompts
  /** What stands beneath the line, in so many columns. */
  readonly status: (columns: number) => string
}

/** Not every terminal has a size: one without a window, as of `script`, says 0. */
export const sizeOf = ({ columns, rows }: Pick<WriteStream, 'columns' | 'rows'>) => ({
  columns: columns || 80,
  rows: rows || 24,
})

export function createBlock({ stdout, prompts, status }: Settings): Block {
  let line: Line | null = null
  let shown: Frame | null = null
  let told = ''
  const write = (text: string) => void stdout.write(text)
  const draw = () => {
    if (line === null || question.isOpen()) return
    const size = sizeOf(stdout)
    const next = frameOf(line, { prompts, size, status: status(size.columns - 1) })
    write(paint(shown, next))
    shown = next
  }
  /** Takes the frame away, tells what is to be told, and shows the frame beneath it. */
  const redraw = (above: number) => {
    write(`${shown === null ? '' : erase(above)}${told}`)
    shown = null
    told = ''
    draw()
  }
  const question = createKindQuestion(write, (kind) =>
    redraw(shown === null ? 0 : rowsAbove(shown, sizeOf(stdout).columns, kind)),
  )
  /** What is shown, which is no longer looked after. */
  const letGo = () => {
    question.giveUp()
    const [frame, text] = [shown, line?.text ?? '']
    shown = null
    line = null
    return frame && { frame, text }
  }
  return {
    show: (next) => {
      line = next
      draw()
    },
    tell: (text) => {
      told += `${printableColoured(text)}\n`
      if (!question.isOpen()) redraw(shown?.cursor.row ?? 0)
    },
    settle: () => {
      const last = letGo()
      if (last === null) return
      const { frame, text } = last
      const isOneRow = frame.rows.length === 1
      write(isOneRow ? leave(frame) : erase(frame.cursor.row) + settledText(text, prompts))
      write('\n')
    },
    leave: () => {
      const last = letGo()
      if (last !== null) write(leave(last.frame))
    },
    answered: question.answer,
    resized: () => {
      if (shown !== null) question.ask()
    },
    clear: () => {
      if (shown === null) return
      question.giveUp()
      shown = null
      write('\u001b[H\u001b[2J')
      draw()
    },
  }
}
