/** A longer word is no slip of a finger, and comparing two costs the product of their lengths. */
const LONGEST_WORD = 64
const MOST_CANDIDATES = 2000
const SHOWN = 3
/** From so many letters on, the beginning of a word counts as that word. */
const BEGINNING = 3

/** The candidates that somebody may have meant by a word, the most similar first; none when nothing is similar. */
export function similarWords(word: string, candidates: readonly string[]): string[] {
  const wanted = word.toLowerCase()
  if (wanted === '' || wanted.length > LONGEST_WORD) return []
  return [...new Set(candidates.slice(0, MOST_CANDIDATES))]
    .filter((candidate) => candidate.length <= LONGEST_WORD)
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= maxDistance(wanted))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN)
    .map(({ candidate }) => candidate)
}

/** The one that was probably meant. */
export const closestWord = (word: string, candidates: readonly string[]): string | undefined =>
  similarWords(word, candidates)[0]

/** A third of the letters may be wrong, at least one and at most three. */
const maxDistance = ({ length }: string): number => Math.min(3, Math.max(1, Math.floor(length / 3)))

const distanceTo = (word: string, candidate: string): number =>
  word.length >= BEGINNING && candidate.startsWith(word) ? 1 : editDistance(word, candidate)

/** Optimal string alignment: letters added, left out, replaced, and neighbours swapped. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const shorter = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced)
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(isSwap ? Math.min(shorter, (beforeLast[column - 2] ?? 0) + 1) : shorter)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
