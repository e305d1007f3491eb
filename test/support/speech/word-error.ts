const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^a-z' ]/g, ' ')
    .split(' ')
    .filter((word) => word !== '')

export type WordErrors = { readonly errors: number; readonly words: number }

/** Words that were put in, left out or taken for others; and how many there were. Case and marks do not count. */
export function wordErrors(said: string, heard: string): WordErrors {
  const [wanted, found] = [wordsIn(said), wordsIn(heard)]
  let costs = found.map((_, at) => at + 1)
  costs.unshift(0)
  for (const [row, word] of wanted.entries()) {
    const next = [row + 1]
    for (const [at, other] of found.entries()) {
      const taken = (costs[at] ?? 0) + (word === other ? 0 : 1)
      next.push(Math.min(taken, (costs[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    costs = next
  }
  return { errors: costs.at(-1) ?? 0, words: wanted.length }
}
