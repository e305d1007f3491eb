/** Limits of JSON: nesting depth, and the number of values, including objects and arrays. */
export type JsonBounds = { readonly depth: number; readonly values: number }

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON text from `start` on exceeds the bounds. The text is scanned before parsing, because parsing nested JSON
 * takes a hundred times its size in memory. The scan stops at the bound and skips strings, so that images cost nothing.
 */
export function exceedsJsonBounds(text: string, { depth, values }: JsonBounds, start = 0): boolean {
  let level = 0
  let seen = 1
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        level += 1
        seen += 1
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        level -= 1
        break
      case COMMA:
        seen += 1
        break
    }
    if (level > depth || seen > values) return true
  }
  return false
}

/** The index of the closing quote: the first one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((at - first) % 2 === 0) return at
  }
  return text.length
}

/** Deeper than hand-written values. Code that reads or prints files and responses may recurse this deep. */
export const NESTING_MAX = 500

/** Whether JSON text is nested deeper than `NESTING_MAX`. */
export const isNestedTooDeeply = (json: string): boolean =>
  exceedsJsonBounds(json, { depth: NESTING_MAX, values: Number.POSITIVE_INFINITY })
