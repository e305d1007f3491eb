import { splitGraphemes } from '../output/text-width.js'

/** What is being typed, one line or several, and how much of it stands before the cursor. */
export type EditorLine = { readonly text: string; readonly cursor: number }

export const EMPTY_LINE: EditorLine = { text: '', cursor: 0 }

export const lineWithText = (text: string): EditorLine => ({ text, cursor: text.length })

export const textBeforeCursor = ({ text, cursor: at }: EditorLine): string => text.slice(0, at)
const textAfterCursor = ({ text, cursor: at }: EditorLine): string => text.slice(at)

export const insertText = (line: EditorLine, text: string): EditorLine => ({
  text: textBeforeCursor(line) + text + textAfterCursor(line),
  cursor: line.cursor + text.length,
})

/** Cuts out what is between the cursor and another place. */
export const deleteTo = ({ text, cursor: at }: EditorLine, place: number): EditorLine => ({
  text: text.slice(0, Math.min(at, place)) + text.slice(Math.max(at, place)),
  cursor: Math.min(at, place),
})

/** The places to which the cursor can go. */
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

/** The cursor as many letters into the line above or below; null when there is none. */
export function moveUp(line: EditorLine): EditorLine | null {
  const start = CURSOR_TARGETS.home(line)
  if (start === 0) return null
  return intoLineAt(line, CURSOR_TARGETS.home({ text: line.text, cursor: start - 1 }))
}

export function moveDown(line: EditorLine): EditorLine | null {
  const end = CURSOR_TARGETS.end(line)
  return end === line.text.length ? null : intoLineAt(line, end + 1)
}

function intoLineAt(line: EditorLine, start: number): EditorLine {
  const letters = splitGraphemes(line.text.slice(CURSOR_TARGETS.home(line), line.cursor)).length
  const target = line.text.slice(start, CURSOR_TARGETS.end({ text: line.text, cursor: start }))
  return { text: line.text, cursor: start + splitGraphemes(target).slice(0, letters).join('').length }
}
