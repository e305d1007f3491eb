const ENCODER = new TextEncoder()
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PAD = 61
/** The character code of each sextet. */
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0))
/** Marks a character outside the alphabet; sextets are below 64. */
const NONE = 255
/** The sextet of each character code, of the standard and of the URL alphabet. */
const SEXTETS = Uint8Array.from({ length: 128 }, (_, code) => numberOf(String.fromCharCode(code)))

/** Encodes with the standard alphabet and padding. */
export function toBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  const whole = bytes.length - (bytes.length % 3)
  let to = 0
  for (let from = 0; from < whole; from += 3, to += 4) {
    const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    codes[to] = CODES[group >> 18] ?? 0
    codes[to + 1] = CODES[(group >> 12) & 63] ?? 0
    codes[to + 2] = CODES[(group >> 6) & 63] ?? 0
    codes[to + 3] = CODES[group & 63] ?? 0
  }
  if (whole < bytes.length) codes.set(lastGroup(bytes.subarray(whole)), to)
  return new TextDecoder().decode(codes)
}

function lastGroup([first = 0, second]: Uint8Array): number[] {
  const group = (first << 16) | ((second ?? 0) << 8)
  const third = second === undefined ? PAD : (CODES[(group >> 6) & 63] ?? 0)
  return [CODES[group >> 18] ?? 0, CODES[(group >> 12) & 63] ?? 0, third, PAD]
}

/**
 * Decodes leniently, as SDKs differ: padding may be missing, the URL alphabet and white space are accepted. Undefined
 * for any other character (docs/wire-protocol.md, Microphone audio). Decodes into the beginning of `bytes`, which must
 * be as long as the text, or into a new array.
 */
export function fromBase64(text: string, bytes = new Uint8Array(text.length)): Uint8Array | undefined {
  const whole = readGroups(bytes, ENCODER.encodeInto(text, bytes).written)
  const rest = readLetters(text, { from: (whole / 3) * 4, bytes, to: whole })
  return rest === undefined ? undefined : bytes.subarray(0, rest)
}

/**
 * The fast path: decodes in place the groups of four characters before the first other character, and returns the
 * number of bytes. An array is read several times faster than a string.
 */
function readGroups(letters: Uint8Array, length: number): number {
  let to = 0
  for (let at = 0; at + 4 <= length; at += 4, to += 3) {
    const a = sextetOf(letters[at] ?? 0)
    const b = sextetOf(letters[at + 1] ?? 0)
    const c = sextetOf(letters[at + 2] ?? 0)
    const d = sextetOf(letters[at + 3] ?? 0)
    if ((a | b | c | d) > 63) return to
    letters[to] = (a << 2) | (b >> 4)
    letters[to + 1] = (b << 4) | (c >> 2)
    letters[to + 2] = (c << 6) | d
  }
  return to
}

type Rest = { readonly from: number; readonly bytes: Uint8Array; readonly to: number }

/** Decodes the rest character by character, with white space and padding; returns the total number of bytes. */
function readLetters(text: string, { from, bytes, to }: Rest): number | undefined {
  let length = to
  let bits = 0
  let held = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === PAD) return isPadding(text, at) ? length : undefined
    if (isSpace(code)) continue
    const value = sextetOf(code)
    if (value === NONE) return undefined
    held = ((held << 6) | value) & 0xff_ff_ff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length] = (held >> bits) & 255
    length += 1
  }
  return length
}

const isPadding = (text: string, from: number) => /^[=\s]*$/.test(text.slice(from))

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

const sextetOf = (code: number): number => SEXTETS[code] ?? NONE

function numberOf(letter: string): number {
  const number = ALPHABET.indexOf(letter.replace('-', '+').replace('_', '/'))
  return number < 0 ? NONE : number
}
