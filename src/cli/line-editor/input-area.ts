import type { WriteStream } from 'node:tty'
import { printableColoured } from '../output/printable.js'
import { committedText, type EditorFrame, layOutFrame, type Prompts } from './frame.js'
import { eraseFrame, leaveFrame, renderFrameDiff } from './frame-diff.js'
import type { DeviceAttributes } from './keys.js'
import type { EditorLine } from './line.js'
import { createDeviceAttributesQuery, rowsAboveCursorAfterReflow } from './reflow.js'

/** The last rows of a terminal, where a line is edited; other output is written above them. */
export interface InputArea {
  /** Shows the line and the status below it. */
  show(line: EditorLine): void
  /** Writes lines above the area. */
  tell(text: string): void
  /** Shows a notice above the line, or alone while there is no line; an empty text removes it. */
  showNotice(text: string): void
  /** Erases the area, runs `work` and draws it again. */
  hideDuring(work: () => void): void
  /** Leaves the line in the terminal's scrollback and shows no line any more. */
  commitLine(): void
  /** Leaves the area on the screen and moves the cursor after it. */
  leaveAsIs(): void
  /** Receives the terminal's response to the query of its device attributes. */
  setDeviceAttributes(attributes: DeviceAttributes): void
  handleResize(): void
  clear(): void
}

type InputAreaSettings = {
  readonly stdout: Pick<WriteStream, 'write' | 'columns' | 'rows'>
  readonly prompts: Prompts
  /** The row below the line, in at most this many columns. */
  readonly status: (columns: number) => string
}

/** A terminal without a window, such as that of `script`, reports the size 0. */
export const terminalSize = ({ columns, rows }: Pick<WriteStream, 'columns' | 'rows'>) => ({
  columns: columns || 80,
  rows: rows || 24,
})

export function createInputArea(settings: InputAreaSettings): InputArea {
  const { prompts } = settings
  const write = (text: string) => void settings.stdout.write(text)
  const state: State = { line: null, shown: null, output: '', notice: '' }
  const { draw, redraw, hide, detach, query } = createDrawing(settings, state)
  return {
    show: (line) => {
      state.line = line
      draw()
    },
    tell: (text) => {
      state.output += `${printableColoured(text)}\n`
      if (!query.isPending()) redraw(state.shown?.cursor.row ?? 0)
    },
    commitLine: () => {
      const last = detach()
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
      query.cancel()
      hide()
      work()
      draw()
    },
    leaveAsIs: () => {
      const last = detach()
      if (last !== null) write(leaveFrame(last.frame))
    },
    setDeviceAttributes: query.receive,
    handleResize: () => {
      if (state.shown !== null) query.ask()
    },
    clear: () => {
      if (state.shown === null) return
      query.cancel()
      state.shown = null
      write('\u001b[H\u001b[2J')
      draw()
    },
  }
}

type State = {
  line: EditorLine | null
  /** The frame on the screen; null when there is none. */
  shown: EditorFrame | null
  /** Output that is still to be written above the frame. */
  output: string
  notice: string
}

/** Functions that bring the screen up to date with the state. */
function createDrawing({ stdout, prompts, status }: InputAreaSettings, state: State) {
  const write = (text: string) => void stdout.write(text)
  const hide = () => {
    if (state.shown !== null) write(eraseFrame(state.shown.cursor.row))
    state.shown = null
  }
  const draw = () => {
    if (query.isPending()) return
    const { line, notice } = state
    if (line === null && notice === '') return hide()
    const size = terminalSize(stdout)
    const next = layOutFrame(line, { prompts, size, notice, status: status(size.columns - 1) })
    write(renderFrameDiff(state.shown, next))
    state.shown = next
  }
  /** Erases the frame, whose first row is this many above the cursor, writes the output and draws the frame below it. */
  const redraw = (rowsAbove: number) => {
    write(`${state.shown === null ? '' : eraseFrame(rowsAbove)}${state.output}`)
    state.shown = null
    state.output = ''
    draw()
  }
  const query = createDeviceAttributesQuery(write, (attributes) => {
    const { columns } = terminalSize(stdout)
    redraw(state.shown === null ? 0 : rowsAboveCursorAfterReflow(state.shown, columns, attributes))
  })
  /** Forgets the frame on the screen without erasing it, and returns it with its text. */
  const detach = () => {
    query.cancel()
    if (state.line === null) hide()
    const { shown, line } = state
    state.shown = null
    state.line = null
    return shown && line && { frame: shown, text: line.text }
  }
  return { draw, redraw, hide, detach, query }
}
