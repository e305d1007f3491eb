/**
 * Characters that a terminal would interpret: control characters except line ends and tabs (C0, DEL, C1, and so every
 * escape sequence), and bidirectional controls, which can make a text look like another one. Joiners and variation
 * selectors are allowed, because letters and emoji are composed with them.
 */
const UNSAFE = '(?![\\n\\t])\\p{Cc}|[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'
const UNSAFE_CHARACTER = new RegExp(UNSAFE, 'gu')
/** An SGR (colour) sequence, or an unsafe character. */
const COLOUR_OR_UNSAFE = new RegExp(`\\u001b\\[[\\d;]{0,32}m|${UNSAFE}`, 'gu')

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Makes a text from outside safe for a terminal: unsafe characters are escaped, as `\u001b`. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(UNSAFE_CHARACTER, escaped)

/** The same on one line, for a table row, a heading or a sentence. */
export const printableLine = (text: string): string => printable(text.replace(/\s+/g, ' '))

/**
 * The same, but keeps colour sequences. All output passes it last, so that no text from outside is missed; a text that is
 * known to be from outside goes through `printable` before it is coloured.
 */
export const printableColoured = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(COLOUR_OR_UNSAFE, (found) => (found.length === 1 ? escaped(found) : found))

/** JSON whose unsafe characters are escaped. It parses to the same value. */
export const printableJson = (value: unknown, indent?: number): string =>
  // Unsafe characters only occur in strings, where JSON allows the escape.
  JSON.stringify(value, null, indent).replace(UNSAFE_CHARACTER, escaped)

/** Removes unsafe characters, for file names. */
export const stripUnsafeCharacters = (text: string): string => text.replace(UNSAFE_CHARACTER, '')

/** One word of a command line for a POSIX shell. */
export const quoteForShell = (word: string): string =>
  /^[\w@.:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
