const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PAD = 61

/** Standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(PAD)
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const left = bytes.length - from
    const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    codes[to] = ALPHABET.charCodeAt(group >> 18)
    codes[to + 1] = ALPHABET.charCodeAt((group >> 12) & 63)
    if (left > 1) codes[to + 2] = ALPHABET.charCodeAt((group >> 6) & 63)
    if (left > 2) codes[to + 3] = ALPHABET.charCodeAt(group & 63)
  }
  return new TextDecoder('latin1').decode(codes)
}

/**
 * Reads what clients really send: padding may be missing, the URL alphabet and white space are fine. Undefined when
 * the text holds anything else (wire protocol 3.2).
 */
export function fromBase64(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  let length = 0
  let bits = 0
  let held = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === PAD) return isPadding(text, at) ? bytes.subarray(0, length) : undefined
    if (isSpace(code)) continue
    const value = sextetOf(code)
    if (value < 0) return undefined
    held = ((held << 6) | value) & 0xff_ff_ff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length] = (held >> bits) & 255
    length += 1
  }
  return bytes.subarray(0, length)
}

const isPadding = (text: string, from: number) => /^[=\s]*$/.test(text.slice(from))

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

function sextetOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 48 && code <= 57) return code + 4
  if (code === 43 || code === 45) return 62
  return code === 47 || code === 95 ? 63 : -1
}
