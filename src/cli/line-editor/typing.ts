import { type Completion, completeLine } from './completion.js'
import { discardLine, editorWith, press, type Request } from './editor.js'
import { historyOf, remember } from './history.js'
import type { InputArea } from './input-area.js'
import type { Typed } from './keys.js'
import { before } from './line.js'

/** What a person types, text after text, whether it shows or not. */
export interface Typing {
  hear(key: Typed): void
  /** Shows what is typed so far, if that is asked for. */
  show(): void
  /** Lines for the arrow keys behind those that were typed here, the latest first. */
  recall(entries: readonly string[]): void
  /** Empties the line; false when it is empty. */
  discard(): boolean
}

export type TypingSettings = {
  readonly block: InputArea
  /** What is typed shows. */
  readonly isAsked: () => boolean
  readonly typed: (text: string) => void
  /** How what stands before the cursor may go on. */
  readonly complete: (before: string) => Completion | Promise<Completion>
  /** Shows what fits, when nothing can be added. */
  readonly offer: (choices: readonly string[]) => void
  readonly requests: Readonly<Record<Exclude<Request, 'complete'>, () => void>>
}

export function createTyping({ block, isAsked, typed, complete, offer, requests }: TypingSettings): Typing {
  let editor = editorWith(historyOf([]))
  let own = historyOf([])
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
    const found = complete(before(asked.line))
    if (found instanceof Promise) void found.then(add)
    else add(found)
  }
  return {
    show,
    hear: (key) => {
      const step = press(editor, key)
      editor = step.editor
      if (step.typed !== undefined) {
        own = remember(own, step.typed)
        typed(step.typed)
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
    recall: (entries) => {
      editor = { ...editor, history: historyOf([...own.entries, ...entries]) }
    },
  }
}
