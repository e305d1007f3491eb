import { FNV_OFFSET_BASIS, fnv1a } from '../../fnv1a.js'

/** A non-cryptographic hash, equal for contents that differ only in case, spaces and punctuation. */
export function contentHashOf(content: string): string {
  const folded = fold(content)
  let [low, high] = [FNV_OFFSET_BASIS, 0x01000193]
  for (let at = 0; at < folded.length; at += 1) {
    low = fnv1a(low, folded.charCodeAt(at))
    high = Math.imul(high ^ folded.charCodeAt(at), 0x85ebca6b) + low
  }
  return `${folded.length}-${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`
}

function fold(content: string): string {
  const words = content
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return words === null ? content : words.join(' ')
}
