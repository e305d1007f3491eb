/** A shorter word is near to too many others. */
const LEAST_LETTERS = 3
const MOST_LETTERS = 40

/** The word of these texts that is written most like this one, of several the most frequent; null if none is near. */
export function nearestWord(word: string, texts: readonly { readonly plain: string }[]): string | null {
  if (word.length < LEAST_LETTERS || word.length > MOST_LETTERS) return null
  const most = word.length > 5 ? 2 : 1
  let nearest: { readonly word: string; readonly away: number; readonly times: number } | null = null
  for (const [other, times] of countWords(texts)) {
    if (Math.abs(other.length - word.length) > most) continue
    const away = distance(word, other)
    if (away > most) continue
    const isNearer =
      nearest === null || away < nearest.away || (away === nearest.away && times > nearest.times)
    if (isNearer) nearest = { word: other, away, times }
  }
  return nearest?.word ?? null
}

function countWords(texts: readonly { readonly plain: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { plain } of texts) {
    for (const word of plain.split(/[^\p{L}\p{N}]+/u)) {
      if (word.length >= LEAST_LETTERS) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return counts
}

/** How many letters have to be added, removed, replaced, or exchanged with the one beside them. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const one = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + Number(!isSame))
      next.push(isExchanged ? Math.min(one, (before[j - 2] ?? 0) + 1) : one)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
