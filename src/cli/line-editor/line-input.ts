import { type Completion, completeLine } from './completion.js'
import { applyKey, createEditorState, discardLine, type EditorRequest } from './editor.js'
import { addHistoryEntry, createHistory } from './history.js'
import type { InputArea } from './input-area.js'
import type { PressedKey } from './keys.js'
import { textBeforeCursor } from './line.js'

/** What a person types, text after text, whether it shows or not. */
export interface LineInput {
  handleKey(key: PressedKey): void
  /** Shows what is typed so far, if that is asked for. */
  show(): void
  /** Lines for the arrow keys behind those that were typed here, the latest first. */
  setHistory(entries: readonly string[]): void
  /** Empties the line; false when it is empty. */
  discard(): boolean
}

export type LineInputSettings = {
  readonly block: InputArea
  /** What is typed shows. */
  readonly isPrompting: () => boolean
  readonly onSubmit: (text: string) => void
  /** How what stands before the cursor may go on. */
  readonly complete: (before: string) => Completion | Promise<Completion>
  /** Shows what fits, when nothing can be added. */
  readonly showChoices: (choices: readonly string[]) => void
  readonly requests: Readonly<Record<Exclude<EditorRequest, 'complete'>, () => void>>
}

export function createLineInput({
  block,
  isPrompting: isAsked,
  onSubmit: typed,
  complete,
  showChoices: offer,
  requests,
}: LineInputSettings): LineInput {
  let editor = createEditorState(createHistory([]))
  let own = createHistory([])
  const show = () => {
    if (isAsked()) block.show(editor.line)
  }
  const goOn = () => {
    const asked = editor
    const add = (found: Completion) => {
      // Whoever types on has no use for it any more.
      if (editor !== asked || !isAsked()) return
      const { line, choices } = completeLine(asked.line, found)
      editor = { ...asked, line }
      if (choices.length > 0) offer(choices)
      show()
    }
    const found = complete(textBeforeCursor(asked.line))
    if (found instanceof Promise) void found.then(add)
    else add(found)
  }
  return {
    show,
    handleKey: (key) => {
      const step = applyKey(editor, key)
      editor = step.editor
      if (step.submitted !== undefined) {
        own = addHistoryEntry(own, step.submitted)
        typed(step.submitted)
      }
      if (step.request === undefined) show()
      else if (step.request !== 'complete') requests[step.request]()
      else if (isAsked()) goOn()
    },
    discard: () => {
      if (editor.line.text === '') return false
      editor = discardLine(editor)
      show()
      return true
    },
    setHistory: (entries) => {
      editor = { ...editor, history: createHistory([...own.entries, ...entries]) }
    },
  }
}
