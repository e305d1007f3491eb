const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts and symbols whose letters take two columns of a terminal (Unicode, East Asian Width). */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2fb}\u{20000}-\u{3fffd}]/u
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
const NOTHING = /^[\p{M}\p{Cf}\p{Cc}]+$/u
/** Letters of which each takes one column, as most texts have them. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2026]*$/

/** Whether every terminal gives each letter of it one column. */
export const isSingleWidth = (text: string): boolean => PLAIN.test(text)

/** How many columns of a terminal a text takes. */
export const displayWidth = (text: string): number =>
  isSingleWidth(text)
    ? text.length
    : splitGraphemes(text).reduce((sum, letter) => sum + graphemeWidth(letter), 0)

/** The text, or as much of its beginning as fits with a mark that it goes on. No letter is cut apart. */
export function truncateToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return `${prefixOfWidth(text, width - 1)}…`
}

/** The longest beginning that fits, at least one letter. */
export function prefixOfWidth(text: string, width: number): string {
  const [first = '', ...others] = splitGraphemes(text)
  let beginning = first
  let taken = graphemeWidth(first)
  for (const letter of others) {
    taken += graphemeWidth(letter)
    if (taken > width) break
    beginning += letter
  }
  return beginning
}

/** Whether a text is of a script that is broken anywhere, not at its spaces. */
export const hasWideCharacters = (text: string): boolean =>
  splitGraphemes(text).some((letter) => WIDE.test(letter))

/** So many UTF-16 units are segmented at once: the time that it takes grows with the square of them. */
const PIECE = 512
/** Of a letter of two units. */
const HIGH_HALF = /[\ud800-\udbff]/

/** The letters of a text as a reader counts them (extended grapheme clusters, Unicode UAX 29). */
export function splitGraphemes(text: string): string[] {
  const letters: string[] = []
  for (let place = 0; place < text.length; ) {
    const end = HIGH_HALF.test(text.charAt(place + PIECE - 1)) ? place + PIECE - 1 : place + PIECE
    const piece = Array.from(LETTERS.segment(text.slice(place, end)), ({ segment }) => segment)
    // The last one may go on behind the cut.
    const whole = end < text.length && piece.length > 1 ? piece.slice(0, -1) : piece
    letters.push(...whole)
    place += whole.reduce((length, letter) => length + letter.length, 0)
  }
  return letters
}

export function graphemeWidth(letter: string): number {
  if (EMOJI.test(letter) || WIDE.test(letter)) return 2
  return NOTHING.test(letter) ? 0 : 1
}
