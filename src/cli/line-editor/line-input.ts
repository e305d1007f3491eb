import { applyKey, createEditorState, discardLine, type EditorRequest } from './editor.js'
import { addHistoryEntry, createHistory } from './history.js'
import type { InputArea } from './input-area.js'
import type { PressedKey } from './keys.js'
import { type EditorLine, insertText, textBeforeCursor } from './line.js'

/** Edits one line after the other, whether it is shown or not. */
export interface LineInput {
  handleKey(key: PressedKey): void
  /** Shows the line, if a prompt is open. */
  show(): void
  /** Older entries for the arrow keys, after those submitted here; the latest first. */
  setHistory(entries: readonly string[]): void
  /** Empties the line; false if it was empty already. */
  discard(): boolean
}

export type LineInputSettings = {
  readonly inputArea: InputArea
  /** Whether a prompt is open, so that the line is shown. */
  readonly isPrompting: () => boolean
  readonly onSubmit: (text: string) => void
  /** The completions of the text before the cursor. */
  readonly complete: (before: string) => Completion | Promise<Completion>
  /** Shows the options when a completion is ambiguous. */
  readonly showChoices: (choices: readonly string[]) => void
  readonly requests: Readonly<Record<Exclude<EditorRequest, 'complete'>, () => void>>
}

export function createLineInput({
  inputArea,
  isPrompting,
  onSubmit,
  complete,
  showChoices,
  requests,
}: LineInputSettings): LineInput {
  let editor = createEditorState(createHistory([]))
  let submitted = createHistory([])
  const show = () => {
    if (isPrompting()) inputArea.show(editor.line)
  }
  const completeInput = () => {
    const before = editor
    const apply = (found: Completion) => {
      // A completion that arrives after another key is out of date.
      if (editor !== before || !isPrompting()) return
      const { line, choices } = completeLine(before.line, found)
      editor = { ...before, line }
      if (choices.length > 0) showChoices(choices)
      show()
    }
    const found = complete(textBeforeCursor(before.line))
    if (found instanceof Promise) void found.then(apply)
    else apply(found)
  }
  return {
    show,
    handleKey: (key) => {
      const step = applyKey(editor, key)
      editor = step.editor
      if (step.submitted !== undefined) {
        submitted = addHistoryEntry(submitted, step.submitted)
        onSubmit(step.submitted)
      }
      if (step.request === undefined) show()
      else if (step.request !== 'complete') requests[step.request]()
      else if (isPrompting()) completeInput()
    },
    discard: () => {
      if (editor.line.text === '') return false
      editor = discardLine(editor)
      show()
      return true
    },
    setHistory: (entries) => {
      editor = { ...editor, history: createHistory([...submitted.entries, ...entries]) }
    },
  }
}

/** Completions of the text before the cursor. */
export type Completion = {
  /** The part of the word that is typed already. */
  readonly word: string
  /** Complete words; one that ends with a slash can be completed further. */
  readonly options: readonly string[]
}

type Completed = {
  readonly line: EditorLine
  /** The options to choose from, if nothing can be added. */
  readonly choices: readonly string[]
}

/** Inserts the common prefix of all matching options; after a single match it adds a space. */
export function completeLine(line: EditorLine, { word, options }: Completion): Completed {
  const matches = options.filter((option) => option.startsWith(word))
  const [first] = matches
  if (first === undefined || !textBeforeCursor(line).endsWith(word)) return { line, choices: [] }
  const isComplete = matches.length === 1 && !first.endsWith('/')
  const added = commonPrefix(matches).slice(word.length) + (isComplete ? ' ' : '')
  return added === '' ? { line, choices: matches } : { line: insertText(line, added), choices: [] }
}

function commonPrefix([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
