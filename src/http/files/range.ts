import type { ByteRange } from '../../domain/files/ports.js'

/**
 * The part of a file that a `Range` header asks for (RFC 9110, 14.1.2). Undefined: all of it, also for what cannot be
 * read and for several ranges at once, which a server may answer whole; null: there is nothing of the kind.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return last === '0' ? null : { start: Math.max(0, size - Number(last)), end: size - 1 }

  const range = { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (last !== '' && Number(last) < range.start) return undefined
  return range.start < size ? range : null
}
