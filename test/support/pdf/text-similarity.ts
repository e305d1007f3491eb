/** Marks of direction, and what only one of two readers keeps. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2066-\u2069]/g
/** pdftotext writes these between words instead of spaces. */
const EMBEDDING = /[\u202a-\u202e]/g
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{M}\p{N}]+/gu

/** The words of a text; East Asian scripts by the character. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').replace(INVISIBLE, '').replace(EMBEDDING, ' ').match(WORDS) ?? []

/** The share of the words of `reference` that `text` has too, each as often. */
export function wordRecall(text: readonly string[], reference: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of text) left.set(word, (left.get(word) ?? 0) + 1)
  let found = 0
  for (const word of reference) {
    const count = left.get(word) ?? 0
    if (count > 0) found += 1
    left.set(word, count - 1)
  }
  return reference.length === 0 ? 1 : found / reference.length
}

/** The share of neighbours of `order` that follow each other in `text`. */
export function orderRecall(text: string, order: readonly string[]): number {
  const plain = (value: string) => value.normalize('NFKC').replace(/\s+/g, '')
  const places: number[] = []
  for (const mark of order) places.push(plain(text).indexOf(plain(mark)))
  const pairs = places.slice(1).map((place, index) => place > (places[index] ?? -1) && places[index] !== -1)
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length
}
