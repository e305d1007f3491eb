const LINE_MAX = 1000
const LINES_MAX = 60
/** Reserved for the line that counts the omitted lines. */
const COUNT_CHARACTERS = 100
/** The share of the remaining length that shows the end of a truncated text. */
const END_SHARE = 0.2

/** Maximum length of an error message, which may quote text from outside. */
export const MESSAGE_MAX = 20_000

/**
 * An error with a message of limited length. Error classes are derived from it because their messages quote text from
 * outside: a name, a path, what a parser has found.
 */
export class BoundedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(truncateMessage(message), options)
  }
}

/** Truncates long lines in their middle, and omits the last lines when there are too many. */
export function truncateMessage(message: string): string {
  const lines = message.split('\n', LINES_MAX + 1).map((line) => truncateMiddle(line, LINE_MAX))
  if (lines.length <= LINES_MAX && lengthOf(lines) <= MESSAGE_MAX) return lines.join('\n')
  const kept: string[] = []
  for (const line of lines.slice(0, LINES_MAX - 1)) {
    if (lengthOf(kept) + line.length > MESSAGE_MAX - COUNT_CHARACTERS) break
    kept.push(line)
  }
  return [...kept, `… and ${countLines(message) - kept.length} more lines`].join('\n')
}

const lengthOf = (lines: readonly string[]): number =>
  lines.reduce((length, line) => length + line.length + 1, -1)

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Truncates a text to `max` characters: its beginning and end, around the number of omitted characters. */
export function truncateMiddle(text: string, max: number): string {
  if (text.length <= max) return text
  const shown = max - omission(text.length).length
  const end = Math.floor(shown * END_SHARE)
  const cut = shown - end
  const start = isSecondHalf(text, cut) ? cut - 1 : cut
  const back = text.length - end
  const rest = isSecondHalf(text, back) ? back + 1 : back
  return text.slice(0, start) + omission(rest - start) + text.slice(rest)
}

const omission = (count: number): string => ` … (${count} characters left out) … `

/** Whether a cut at this index would split a surrogate pair. */
const isSecondHalf = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
