import { splitGraphemes } from '../output/text-width.js'

/** What is being typed, one line or several, and how much of it stands before the cursor. */
export type Line = { readonly text: string; readonly at: number }

export const EMPTY: Line = { text: '', at: 0 }

export const lineOf = (text: string): Line => ({ text, at: text.length })

export const before = ({ text, at }: Line): string => text.slice(0, at)
const after = ({ text, at }: Line): string => text.slice(at)

export const insert = (line: Line, text: string): Line => ({
  text: before(line) + text + after(line),
  at: line.at + text.length,
})

/** Cuts out what is between the cursor and another place. */
export const cutTo = ({ text, at }: Line, place: number): Line => ({
  text: text.slice(0, Math.min(at, place)) + text.slice(Math.max(at, place)),
  at: Math.min(at, place),
})

/** The places to which the cursor can go. */
export const PLACES = {
  left: (line: Line): number => line.at - (splitGraphemes(before(line)).at(-1) ?? '').length,
  right: (line: Line): number => line.at + (splitGraphemes(after(line))[0] ?? '').length,
  'word-left': (line: Line): number =>
    before(line).replace(
      /(?:(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+[^\p{L}\p{N}\p{M}]*|^[^\p{L}\p{N}\p{M}]*)$/u,
      '',
    ).length,
  'word-right': (line: Line): number =>
    line.text.length - after(line).replace(/^[^\p{L}\p{N}\p{M}]*[\p{L}\p{N}\p{M}]*/u, '').length,
  home: (line: Line): number => before(line).lastIndexOf('\n') + 1,
  end: (line: Line): number => line.at + (after(line).split('\n', 1)[0] ?? '').length,
} as const

export const moveTo = ({ text }: Line, at: number): Line => ({ text, at })

/** The cursor as many letters into the line above or below; null when there is none. */
export function moveUp(line: Line): Line | null {
  const start = PLACES.home(line)
  if (start === 0) return null
  return intoLineAt(line, PLACES.home({ text: line.text, at: start - 1 }))
}

export function moveDown(line: Line): Line | null {
  const end = PLACES.end(line)
  return end === line.text.length ? null : intoLineAt(line, end + 1)
}

function intoLineAt(line: Line, start: number): Line {
  const letters = splitGraphemes(line.text.slice(PLACES.home(line), line.at)).length
  const target = line.text.slice(start, PLACES.end({ text: line.text, at: start }))
  return { text: line.text, at: start + splitGraphemes(target).slice(0, letters).join('').length }
}
