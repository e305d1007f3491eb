import { addHistoryEntry, createHistory, type InputHistory, newerEntry, olderEntry } from './history.js'
import type { KeyName, PressedKey } from './keys.js'
import {
  CURSOR_TARGETS,
  deleteTo,
  type EditorLine,
  EMPTY_LINE,
  insertText,
  lineWithText,
  moveCursorTo,
  moveDown,
  moveUp,
} from './line.js'

/** The state of a line editor. */
export type EditorState = {
  readonly line: EditorLine
  readonly history: InputHistory
  /** The text that was deleted last, for Ctrl-Y. */
  readonly killBuffer: string
}

/** What a key asks of the caller, because the editor cannot do it alone. */
export type EditorRequest = 'complete' | 'interrupt' | 'end' | 'clear' | 'suspend'
export type EditorStep = {
  readonly editor: EditorState
  /** The text that Enter submitted. */
  readonly submitted?: string
  readonly request?: EditorRequest
}

export const createEditorState = (history: InputHistory): EditorState => ({
  line: EMPTY_LINE,
  history,
  killBuffer: '',
})

/** The editor after a key, with what the key submits or asks for. */
export function applyKey(editor: EditorState, key: PressedKey): EditorStep {
  const { line } = editor
  if (key.name === 'text' || key.name === 'paste')
    return { editor: withLine(editor, insertText(line, key.text)) }
  if (key.name === 'enter') return enter(editor)
  const request = REQUESTS.get(key.name)
  if (request !== undefined) return { editor, request }
  if (key.name === 'delete-or-end' && line.text === '') return { editor, request: 'end' }
  return { editor: change(editor, key.name) }
}

const REQUESTS = new Map<KeyName, EditorRequest>([
  ['tab', 'complete'],
  ['interrupt', 'interrupt'],
  ['clear', 'clear'],
  ['suspend', 'suspend'],
])

/** Empties the line; Ctrl-Y brings it back. */
export function discardLine({ line, history }: EditorState): EditorState {
  return { line: EMPTY_LINE, history: createHistory(history.entries), killBuffer: line.text }
}

/** Submits the text, unless it ends with a backslash, which continues it on the next line. */
function enter(editor: EditorState): EditorStep {
  const { text } = editor.line
  if (text.endsWith('\\')) return { editor: withLine(editor, lineWithText(`${text.slice(0, -1)}\n`)) }
  return {
    editor: { ...editor, line: EMPTY_LINE, history: addHistoryEntry(editor.history, text) },
    submitted: text,
  }
}

function change(editor: EditorState, name: KeyName): EditorState {
  const { line, history } = editor
  switch (name) {
    case 'left':
    case 'right':
    case 'word-left':
    case 'word-right':
    case 'home':
    case 'end':
      return withLine(editor, moveCursorTo(line, CURSOR_TARGETS[name](line)))
    case 'up':
      return withLine(editor, moveUp(line)) ?? recall(editor, olderEntry(history, line.text))
    case 'down':
      return withLine(editor, moveDown(line)) ?? recall(editor, newerEntry(history, line.text))
    case 'backspace':
      return withLine(editor, deleteTo(line, CURSOR_TARGETS.left(line)))
    case 'delete':
    case 'delete-or-end':
      return withLine(editor, deleteTo(line, CURSOR_TARGETS.right(line)))
    case 'newline':
      return withLine(editor, insertText(line, '\n'))
    case 'yank':
      return withLine(editor, insertText(line, editor.killBuffer))
    default:
      return kill(editor, name)
  }
}

const KILLS = new Map<KeyName, (line: EditorLine) => number>([
  ['kill-word', CURSOR_TARGETS['word-left']],
  ['kill-word-right', CURSOR_TARGETS['word-right']],
  ['kill-to-start', CURSOR_TARGETS.home],
  ['kill-to-end', CURSOR_TARGETS.end],
])

function kill(editor: EditorState, name: KeyName): EditorState {
  const { line } = editor
  const target = KILLS.get(name)?.(line) ?? line.cursor
  if (target === line.cursor) return editor
  const killBuffer = line.text.slice(Math.min(target, line.cursor), Math.max(target, line.cursor))
  return { ...withLine(editor, deleteTo(line, target)), killBuffer }
}

function withLine(editor: EditorState, line: EditorLine): EditorState
function withLine(editor: EditorState, line: EditorLine | null): EditorState | null
function withLine(editor: EditorState, line: EditorLine | null): EditorState | null {
  return line && { ...editor, line }
}

const recall = (editor: EditorState, found: ReturnType<typeof olderEntry>): EditorState =>
  found === null ? editor : { ...editor, line: lineWithText(found.text), history: found.history }
