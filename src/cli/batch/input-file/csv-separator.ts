const SEPARATORS = [
  { character: ',', name: 'commas' },
  { character: ';', name: 'semicolons' },
  { character: '\t', name: 'tabs' },
] as const

export type Separator = (typeof SEPARATORS)[number]

/** What separates the columns: what the first line has most of outside of quotes; commas where it has none. */
export function detectSeparator(text: string): Separator {
  const counts = countOutsideQuotes(text)
  return SEPARATORS.reduce<Separator>(
    (best, one) => ((counts.get(one.character) ?? 0) > (counts.get(best.character) ?? 0) ? one : best),
    SEPARATORS[0],
  )
}

/** The characters of the first line that is not empty. A doubled quote within quotes opens them again at once. */
function countOutsideQuotes(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  let isQuoted = false
  let isEmpty = true
  for (const character of text) {
    const isEnd = !isQuoted && (character === '\n' || character === '\r')
    if (isEnd && !isEmpty) break
    if (isEnd) continue
    isEmpty = false
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts
}
