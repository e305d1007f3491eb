import { type History, historyOf, newer, older, remember } from './history.js'
import type { KeyName, Typed } from './keys.js'
import { cutTo, EMPTY, insert, type Line, lineOf, moveDown, moveTo, moveUp, PLACES } from './line.js'

/** A line editor between two keys. */
export type Editor = {
  readonly line: Line
  readonly history: History
  /** What was cut out last, for Ctrl-Y. */
  readonly killed: string
}

/** What a key asks of whoever holds the editor. */
export type Request = 'complete' | 'interrupt' | 'end' | 'clear' | 'suspend'
export type Step = {
  readonly editor: Editor
  /** A whole text that was typed. */
  readonly typed?: string
  readonly request?: Request
}

export const editorWith = (history: History): Editor => ({ line: EMPTY, history, killed: '' })

/** The editor after a key. */
export function press(editor: Editor, key: Typed): Step {
  const { line } = editor
  if (key.name === 'text' || key.name === 'paste') return { editor: withLine(editor, insert(line, key.text)) }
  if (key.name === 'enter') return enter(editor)
  const request = REQUESTS.get(key.name)
  if (request !== undefined) return { editor, request }
  if (key.name === 'delete-or-end' && line.text === '') return { editor, request: 'end' }
  return { editor: change(editor, key.name) }
}

const REQUESTS = new Map<KeyName, Request>([
  ['tab', 'complete'],
  ['interrupt', 'interrupt'],
  ['clear', 'clear'],
  ['suspend', 'suspend'],
])

/** The editor with an empty line; what was typed can be put back by Ctrl-Y. */
export function discardLine({ line, history }: Editor): Editor {
  return { line: EMPTY, history: historyOf(history.entries), killed: line.text }
}

/** A line that ends with a backslash goes on in the next one. */
function enter(editor: Editor): Step {
  const { text } = editor.line
  if (text.endsWith('\\')) return { editor: withLine(editor, lineOf(`${text.slice(0, -1)}\n`)) }
  return { editor: { ...editor, line: EMPTY, history: remember(editor.history, text) }, typed: text }
}

function change(editor: Editor, name: KeyName): Editor {
  const { line, history } = editor
  switch (name) {
    case 'left':
    case 'right':
    case 'word-left':
    case 'word-right':
    case 'home':
    case 'end':
      return withLine(editor, moveTo(line, PLACES[name](line)))
    case 'up':
      return withLine(editor, moveUp(line)) ?? recall(editor, older(history, line.text))
    case 'down':
      return withLine(editor, moveDown(line)) ?? recall(editor, newer(history, line.text))
    case 'backspace':
      return withLine(editor, cutTo(line, PLACES.left(line)))
    case 'delete':
    case 'delete-or-end':
      return withLine(editor, cutTo(line, PLACES.right(line)))
    case 'newline':
      return withLine(editor, insert(line, '\n'))
    case 'yank':
      return withLine(editor, insert(line, editor.killed))
    default:
      return kill(editor, name)
  }
}

const KILLS = new Map<KeyName, (line: Line) => number>([
  ['kill-word', PLACES['word-left']],
  ['kill-word-right', PLACES['word-right']],
  ['kill-to-start', PLACES.home],
  ['kill-to-end', PLACES.end],
])

function kill(editor: Editor, name: KeyName): Editor {
  const place = KILLS.get(name)?.(editor.line) ?? editor.line.at
  if (place === editor.line.at) return editor
  const killed = editor.line.text.slice(Math.min(place, editor.line.at), Math.max(place, editor.line.at))
  return { ...withLine(editor, cutTo(editor.line, place)), killed }
}

function withLine(editor: Editor, line: Line): Editor
function withLine(editor: Editor, line: Line | null): Editor | null
function withLine(editor: Editor, line: Line | null): Editor | null {
  return line && { ...editor, line }
}

const recall = (editor: Editor, found: ReturnType<typeof older>): Editor =>
  found === null ? editor : { ...editor, line: lineOf(found.text), history: found.history }
