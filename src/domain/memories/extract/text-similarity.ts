/** Equal for texts that differ only in case, spaces and punctuation. */
export const normalizedText = (text: string): string => normalizedWords(text).join(' ')

/** Lower-case words without punctuation. */
export const normalizedWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Strips the most common English endings: `bees` becomes `bee`. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/s$/, '')

const stemsOf = (text: string): ReadonlySet<string> => new Set(normalizedWords(text).map(stem))

/** Jaccard index from which two texts count as the same. */
const MIN_SIMILARITY = 0.8

/** By the Jaccard index of their word stems. */
export function isSimilar(a: string, b: string): boolean {
  const [some, others] = [stemsOf(a), stemsOf(b)]
  const shared = [...some].filter((word) => others.has(word)).length
  const all = some.size + others.size - shared
  return all > 0 && shared / all >= MIN_SIMILARITY
}

/** Whether all words of one occur in the other: `hospital`, `the hospital in Porto`. */
export function isContainedIn(a: string, b: string): boolean {
  const [some, others] = [contentStems(a), contentStems(b)]
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some]
  return fewer.size > 0 && [...fewer].every((word) => more.has(word))
}

const STOP_WORDS = new Set(['a', 'an', 'the', 'my', 'of', 'in', 'at', 'on', 'to', 'and'])

const contentStems = (text: string): ReadonlySet<string> =>
  new Set(
    normalizedWords(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem),
  )
