import type { WriteStream } from 'node:tty'
import { printableColoured } from '../output/printable.js'
import { createDeviceAttributesQuery } from './device-attributes-query.js'
import { committedText, type EditorFrame, layOutFrame, type Prompts } from './frame.js'
import { eraseFrame, leaveFrame, renderFrameDiff } from './frame-diff.js'
import type { DeviceAttributes } from './keys.js'
import type { EditorLine } from './line.js'
import { rowsAboveCursorAfterReflow } from './reflow.js'

/** The last rows of a terminal, where a line is typed; what is told goes above them. */
export interface InputArea {
  /** Shows the line as it is now, and what stands beneath it. */
  show(line: EditorLine): void
  tell(text: string): void
  /** Shows it above the line, or alone while no line is typed, until it changes; empty: nothing. */
  showNotice(text: string): void
  /** Takes everything away, runs `work` and shows it again. */
  hideDuring(work: () => void): void
  /** The line stays in the terminal's history, and nothing is shown any more. */
  commitLine(): void
  /** As it is, with the cursor behind it. */
  leaveAsIs(): void
  /** What the terminal says that it is. */
  setDeviceAttributes(kind: DeviceAttributes): void
  handleResize(): void
  clear(): void
}

type InputAreaSettings = {
  readonly stdout: Pick<WriteStream, 'write' | 'columns' | 'rows'>
  readonly prompts: Prompts
  /** What stands beneath the line, in so many columns. */
  readonly status: (columns: number) => string
}

/** Not every terminal has a size: one without a window, as of `script`, says 0. */
export const terminalSize = ({ columns, rows }: Pick<WriteStream, 'columns' | 'rows'>) => ({
  columns: columns || 80,
  rows: rows || 24,
})

export function createInputArea(settings: InputAreaSettings): InputArea {
  const { prompts } = settings
  const write = (text: string) => void settings.stdout.write(text)
  const state: State = { line: null, shown: null, told: '', notice: '' }
  const { draw, redraw, hide, letGo, question } = createDrawing(settings, state)
  return {
    show: (line) => {
      state.line = line
      draw()
    },
    tell: (text) => {
      state.told += `${printableColoured(text)}\n`
      if (!question.isPending()) redraw(state.shown?.cursor.row ?? 0)
    },
    commitLine: () => {
      const last = letGo()
      if (last === null) return
      const { frame, text } = last
      const isOneRow = frame.rows.length === 1
      write(isOneRow ? leaveFrame(frame) : eraseFrame(frame.cursor.row) + committedText(text, prompts))
      write('\n')
      draw()
    },
    showNotice: (text) => {
      state.notice = printableColoured(text)
      draw()
    },
    hideDuring: (work) => {
      question.cancel()
      hide()
      work()
      draw()
    },
    leaveAsIs: () => {
      const last = letGo()
      if (last !== null) write(leaveFrame(last.frame))
    },
    setDeviceAttributes: question.answer,
    handleResize: () => {
      if (state.shown !== null) question.ask()
    },
    clear: () => {
      if (state.shown === null) return
      question.cancel()
      state.shown = null
      write('\u001b[H\u001b[2J')
      draw()
    },
  }
}

type State = { line: EditorLine | null; shown: EditorFrame | null; told: string; notice: string }

/** Brings what is shown up to date with the state. */
function createDrawing({ stdout, prompts, status }: InputAreaSettings, state: State) {
  const write = (text: string) => void stdout.write(text)
  const hide = () => {
    if (state.shown !== null) write(eraseFrame(state.shown.cursor.row))
    state.shown = null
  }
  const draw = () => {
    if (question.isPending()) return
    const { line, notice } = state
    if (line === null && notice === '') return hide()
    const size = terminalSize(stdout)
    const next = layOutFrame(line, { prompts, size, notice, status: status(size.columns - 1) })
    write(renderFrameDiff(state.shown, next))
    state.shown = next
  }
  /** Takes the frame away, tells what is to be told, and shows the frame beneath it. */
  const redraw = (above: number) => {
    write(`${state.shown === null ? '' : eraseFrame(above)}${state.told}`)
    state.shown = null
    state.told = ''
    draw()
  }
  const question = createDeviceAttributesQuery(write, (kind) =>
    redraw(
      state.shown === null ? 0 : rowsAboveCursorAfterReflow(state.shown, terminalSize(stdout).columns, kind),
    ),
  )
  /** What is shown, which is no longer looked after. */
  const letGo = () => {
    question.cancel()
    if (state.line === null) hide()
    const { shown, line } = state
    state.shown = null
    state.line = null
    return shown && line && { frame: shown, text: line.text }
  }
  return { draw, redraw, hide, letGo, question }
}
