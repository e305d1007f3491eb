const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters that take two columns of a terminal (Unicode, East Asian Width). */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2fb}\u{20000}-\u{3fffd}]/u
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
const ZERO_WIDTH = /^[\p{M}\p{Cf}\p{Cc}]+$/u
/** Characters that take one column each: a fast path for most texts. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2026]*$/

/** Whether each character takes one column in every terminal. */
export const isSingleWidth = (text: string): boolean => PLAIN.test(text)

/** The number of terminal columns that a text takes. */
export const displayWidth = (text: string): number =>
  isSingleWidth(text)
    ? text.length
    : splitGraphemes(text).reduce((sum, letter) => sum + graphemeWidth(letter), 0)

/** Truncates a text to a width, with an ellipsis. Grapheme clusters stay whole. */
export function truncateToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return `${prefixOfWidth(text, width - 1)}…`
}

/** The longest prefix that fits, at least one grapheme. */
export function prefixOfWidth(text: string, width: number): string {
  const [first = '', ...others] = splitGraphemes(text)
  let prefix = first
  let used = graphemeWidth(first)
  for (const letter of others) {
    used += graphemeWidth(letter)
    if (used > width) break
    prefix += letter
  }
  return prefix
}

/** Whether a text is in a script that wraps anywhere, not only at spaces. */
export const hasWideCharacters = (text: string): boolean =>
  splitGraphemes(text).some((letter) => WIDE.test(letter))

/** UTF-16 units segmented at once: the time of the segmenter grows with the square of the length. */
const CHUNK_LENGTH = 512
/** A high surrogate, which must not be separated from its low surrogate. */
const HIGH_SURROGATE = /[\ud800-\udbff]/

/** Splits a text into extended grapheme clusters (Unicode UAX 29). */
export function splitGraphemes(text: string): string[] {
  const letters: string[] = []
  for (let offset = 0; offset < text.length; ) {
    const end = HIGH_SURROGATE.test(text.charAt(offset + CHUNK_LENGTH - 1))
      ? offset + CHUNK_LENGTH - 1
      : offset + CHUNK_LENGTH
    const piece = Array.from(LETTERS.segment(text.slice(offset, end)), ({ segment }) => segment)
    // The last cluster may continue behind the cut.
    const complete = end < text.length && piece.length > 1 ? piece.slice(0, -1) : piece
    letters.push(...complete)
    offset += complete.reduce((length, letter) => length + letter.length, 0)
  }
  return letters
}

export function graphemeWidth(letter: string): number {
  if (EMOJI.test(letter) || WIDE.test(letter)) return 2
  return ZERO_WIDTH.test(letter) ? 0 : 1
}
