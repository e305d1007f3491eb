/** Equal for texts that differ only in case, spaces and punctuation. */
export const normalizedText = (text: string): string => normalizedWords(text).join(' ')

/** Lower-case words without punctuation. */
export const normalizedWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Without the commonest English endings, so that `bees` is `bee`. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/s$/, '')

const stemsOf = (text: string): ReadonlySet<string> => new Set(normalizedWords(text).map(stem))

/** From so much on two texts say the same. */
const SAME = 0.8

/** Jaccard's index of their words. */
export function isSimilar(a: string, b: string): boolean {
  const [some, others] = [stemsOf(a), stemsOf(b)]
  const shared = [...some].filter((word) => others.has(word)).length
  const all = some.size + others.size - shared
  return all > 0 && shared / all >= SAME
}

/** One says no more than a part of the other: `hospital`, `the hospital in Porto`. */
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
