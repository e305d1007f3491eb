/**
 * What a terminal takes for an order instead of a text: control characters but line ends and tabs (C0, DEL, C1, and so
 * every escape sequence), and what turns the direction of writing, by which a text can seem to be another one. Joiners
 * and variation selectors stay, because letters and emoji are made of them.
 */
const UNSAFE = '(?![\\n\\t])\\p{Cc}|[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'
const UNSAFE_CHARACTER = new RegExp(UNSAFE, 'gu')
/** One of the sequences that colours are made of. */
const COLOUR_OR_UNSAFE = new RegExp(`\\u001b\\[[\\d;]{0,32}m|${UNSAFE}`, 'gu')

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text from outside as a terminal may show it: what could take it over is written out, as `\u001b`. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(UNSAFE_CHARACTER, escaped)

/** The same on one line, for what stands in a row, a heading or a sentence. */
export const printableLine = (text: string): string => printable(text.replace(/\s+/g, ' '))

/**
 * The same of a text that carries colours of our own. It is what everything passes at the very end, so that no text from
 * outside can be forgotten; one that is known to be from outside goes through `printable` before it is coloured.
 */
export const printableColoured = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(COLOUR_OR_UNSAFE, (found) => (found.length === 1 ? escaped(found) : found))

/** JSON of which every character may be shown, and which means the same: nothing is lost. */
export const printableJson = (value: unknown, indent?: number): string =>
  // Outside of strings JSON is ASCII and white space.
  JSON.stringify(value, null, indent).replace(UNSAFE_CHARACTER, escaped)

/** Without those characters, for what becomes the name of a file. */
export const stripUnsafeCharacters = (text: string): string => text.replace(UNSAFE_CHARACTER, '')
