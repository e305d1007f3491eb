/** Maximum bytes of text in a packet. */
const MAX_TEXT_BYTES = 31
const HEADER_BYTES = 1
const CRC_BYTES = 2
/** Packet numbers count modulo this. */
const NUMBERS = 4

/** A word or a part of one. */
export type Packet = {
  /** Counts packets modulo 4, so that the loss of one is detected. */
  readonly number: number
  /** Whether it follows the packet before it without a space. */
  readonly isJoined: boolean
  readonly text: string
}

/**
 * Splits text so that `joinPackets` restores it exactly: at single spaces, which are not sent, and within words that
 * are too long for a packet. Other white space is part of a word. Lone surrogates become U+FFFD.
 */
export function splitIntoPackets(text: string): Packet[] {
  const pieces = wellFormed(text)
    .split(/(?<=\S) (?=\S)/)
    .flatMap((word) => splitWord(word).map((piece, at) => ({ isJoined: at > 0, text: piece })))
  return pieces.map((piece, at) => ({ number: at % NUMBERS, ...piece, isJoined: piece.isJoined || at === 0 }))
}

/** The text of consecutive packets. Adds a space between texts that were sent separately unless they have one. */
export function joinPackets(packets: readonly Packet[]): string {
  return packets.map((packet, at) => `${separatorBefore(packet, packets[at - 1])}${packet.text}`).join('')
}

function separatorBefore(packet: Packet, last: Packet | undefined): '' | ' ' {
  if (!packet.isJoined) return ' '
  if (last === undefined || packet.number !== 0 || continuesWord(last, packet)) return ''
  const [before = '', after = ''] = [[...last.text].at(-1), [...packet.text].at(0)]
  return NEEDS_NO_SPACE.test(before) || NEEDS_NO_SPACE.test(after) ? '' : ' '
}

/** White space, and scripts that are written without spaces between sentences. */
const NEEDS_NO_SPACE = /[\s\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\uff01-\uff60]/u

/** Number 0 begins a new text or is the fifth part of a long word; it can be the latter only after a full packet. */
function continuesWord(last: Packet, next: Packet): boolean {
  const [first = ''] = next.text
  return last.number === NUMBERS - 1 && byteLength(last.text) + byteLength(first) > MAX_TEXT_BYTES
}

const byteLength = (text: string) => new TextEncoder().encode(text).length

/** Encodes as header, text and CRC-16. */
export function encodePacket({ number, isJoined, text }: Packet): Uint8Array {
  const content = new TextEncoder().encode(text)
  const bytes = new Uint8Array(HEADER_BYTES + content.length + CRC_BYTES)
  bytes[0] = (number << 6) | (isJoined ? 32 : 0) | content.length
  bytes.set(content, HEADER_BYTES)
  const crc = crc16(bytes.subarray(0, -CRC_BYTES))
  bytes[bytes.length - 2] = crc >> 8
  bytes[bytes.length - 1] = crc & 255
  return bytes
}

/** Bytes of a packet with this header; undefined for an invalid header. */
export function packetLength(header: number): number | undefined {
  const content = header & 31
  return content === 0 ? undefined : HEADER_BYTES + content + CRC_BYTES
}

/** Decodes a packet; undefined unless the length, the CRC and the text are valid. */
export function decodePacket(bytes: Uint8Array): Packet | undefined {
  const [header = 0] = bytes
  const crc = ((bytes.at(-2) ?? 0) << 8) | (bytes.at(-1) ?? 0)
  if (packetLength(header) !== bytes.length || crc16(bytes.subarray(0, -CRC_BYTES)) !== crc) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      bytes.subarray(HEADER_BYTES, -CRC_BYTES),
    )
    return { number: header >> 6, isJoined: (header & 32) !== 0, text }
  } catch {
    return undefined
  }
}

/**
 * Whether no packet was lost between the two; detects three in four losses. Each text, such as a sentence of a reply,
 * begins again with number 0 and joined.
 */
export const isNextPacket = (last: Packet, next: Packet) =>
  next.number === (last.number + 1) % NUMBERS || (next.number === 0 && next.isJoined)

const wellFormed = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))

/** Splits between characters, never within the bytes of one. */
function splitWord(word: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let length = 0
  for (const character of word) {
    const bytes = new TextEncoder().encode(character).length
    if (length + bytes > MAX_TEXT_BYTES) {
      pieces.push(piece)
      piece = ''
      length = 0
    }
    piece += character
    length += bytes
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/** CRC-16/CCITT-FALSE. CRC-8 missed one error in 200. */
function crc16(bytes: Uint8Array): number {
  let crc = 0xff_ff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff
  }
  return crc
}
