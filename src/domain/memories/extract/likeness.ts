/** Equal for texts that differ only in case, spaces and punctuation. */
export const plainText = (text: string): string => wordsOf(text).join(' ')

/** Lower-case words without punctuation. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Without the commonest English endings, so that `bees` is `bee`. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/s$/, '')

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stem))

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
export function isPartOf(a: string, b: string): boolean {
  const [some, others] = [contentOf(a), contentOf(b)]
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some]
  return fewer.size > 0 && [...fewer].every((word) => more.has(word))
}

const SILENT = new Set(['a', 'an', 'the', 'my', 'of', 'in', 'at', 'on', 'to', 'and'])

const contentOf = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => !SILENT.has(word))
      .map(stem),
  )
