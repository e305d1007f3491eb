import { splitGraphemes } from '../output/text-width.js'

/** The text that is being edited, of one or more lines, and the offset of the cursor in it. */
export type EditorLine = { readonly text: string; readonly cursor: number }

export const EMPTY_LINE: EditorLine = { text: '', cursor: 0 }

export const lineWithText = (text: string): EditorLine => ({ text, cursor: text.length })

export const textBeforeCursor = ({ text, cursor }: EditorLine): string => text.slice(0, cursor)
const textAfterCursor = ({ text, cursor }: EditorLine): string => text.slice(cursor)

export const insertText = (line: EditorLine, text: string): EditorLine => ({
  text: textBeforeCursor(line) + text + textAfterCursor(line),
  cursor: line.cursor + text.length,
})

/** Deletes the text between the cursor and `target`. */
export const deleteTo = ({ text, cursor }: EditorLine, target: number): EditorLine => ({
  text: text.slice(0, Math.min(cursor, target)) + text.slice(Math.max(cursor, target)),
  cursor: Math.min(cursor, target),
})

/** The offsets to which keys move the cursor. */
export const CURSOR_TARGETS = {
  left: (line: EditorLine): number =>
    line.cursor - (splitGraphemes(textBeforeCursor(line)).at(-1) ?? '').length,
  right: (line: EditorLine): number => line.cursor + (splitGraphemes(textAfterCursor(line))[0] ?? '').length,
  'word-left': (line: EditorLine): number =>
    textBeforeCursor(line).replace(
      /(?:(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+[^\p{L}\p{N}\p{M}]*|^[^\p{L}\p{N}\p{M}]*)$/u,
      '',
    ).length,
  'word-right': (line: EditorLine): number =>
    line.text.length - textAfterCursor(line).replace(/^[^\p{L}\p{N}\p{M}]*[\p{L}\p{N}\p{M}]*/u, '').length,
  home: (line: EditorLine): number => textBeforeCursor(line).lastIndexOf('\n') + 1,
  end: (line: EditorLine): number => line.cursor + (textAfterCursor(line).split('\n', 1)[0] ?? '').length,
} as const

export const moveCursorTo = ({ text }: EditorLine, at: number): EditorLine => ({ text, cursor: at })

/** Moves the cursor to the same column of the line above; null if there is none. */
export function moveUp(line: EditorLine): EditorLine | null {
  const start = CURSOR_TARGETS.home(line)
  if (start === 0) return null
  return moveToLineAt(line, CURSOR_TARGETS.home({ text: line.text, cursor: start - 1 }))
}

/** Moves the cursor to the same column of the line below; null if there is none. */
export function moveDown(line: EditorLine): EditorLine | null {
  const end = CURSOR_TARGETS.end(line)
  return end === line.text.length ? null : moveToLineAt(line, end + 1)
}

function moveToLineAt(line: EditorLine, start: number): EditorLine {
  const column = splitGraphemes(line.text.slice(CURSOR_TARGETS.home(line), line.cursor)).length
  const target = line.text.slice(start, CURSOR_TARGETS.end({ text: line.text, cursor: start }))
  return { text: line.text, cursor: start + splitGraphemes(target).slice(0, column).join('').length }
}
