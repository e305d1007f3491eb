/** The overlap of two passages is never longer (passages.ts: 60 tokens). */
const MAX_OVERLAP_CHARACTERS = 2000

/** A text without its beginning, where that repeats the end of the text before it. */
export function withoutOverlap(before: string, text: string): string {
  const tail = before.slice(-MAX_OVERLAP_CHARACTERS)
  const [first] = text
  if (first === undefined) return text
  for (let at = tail.indexOf(first); at >= 0; at = tail.indexOf(first, at + 1)) {
    const repeated = tail.slice(at)
    if (text.startsWith(repeated)) return text.slice(repeated.length).trimStart()
  }
  return text
}
