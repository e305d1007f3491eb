import type { Subject } from '../language/person.js'
import { wordsOf } from '../language/text.js'

/** So often things of something are named where nobody else is spoken of, that it is the character. */
const OWNED = 2
const PRONOUN_REACH = 3
const WOMAN =
  /^(?:mrs|ms|miss|lady|queen|mother|mum|mom|sister|wife|aunt|daughter|grandmother|niece|girlfriend|widow|woman|girl)$/
const MAN = /^(?:mr|lord|king|father|dad|brother|husband|uncle|son|grandfather|nephew|boyfriend|man|boy)$/

/** "The cook calls it a flying bin": of a machine that is not named there. */
const OF_IT =
  /^(?!An? )(?:The |Captain |Chief )?\p{Lu}?[\p{L}'’-]+ (?:\p{Lu}[\p{L}'’-]+ )?(?:(?:has|have|had|never|always|still|not) ){0,2}\p{L}+(?:s|ed|en|t|n|d) it\b/u

/** By which pronouns the next sentence may go back to somebody whom this one names. */
const othersIn = (words: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...(words.some((word) => WOMAN.test(word)) ? ['she'] : []),
    ...(words.some((word) => MAN.test(word)) ? ['he'] : []),
  ])

/** By which pronouns a text speaks of its subject: those that begin its clauses most often, or stand for an owner. */
export function pronounsOf(sentences: readonly string[], isThing = false): Subject['pronouns'] {
  const counts = { he: 0, she: 0, they: 0, it: 0 }
  let owned = 0
  let named = 0
  for (const [index, sentence] of sentences.entries()) {
    const words = wordsOf(sentence)
    const others = othersIn(wordsOf(sentences[index - 1] ?? ''))
    for (const [at, word] of words.entries()) {
      const owner = /^(?:he|his|him|he's|himself)$/.test(word) ? 'he' : 'she'
      // "Wife Lorna died. She had painted the sign."
      if (others.has(owner) && at < PRONOUN_REACH) continue
      const weight = at === 0 ? 3 : 1
      if (word === 'he' || word === "he's" || word === 'his' || word === 'him' || word === 'himself')
        counts.he += weight
      if (word === 'she' || word === "she's" || word === 'her' || word === 'hers' || word === 'herself')
        counts.she += weight
      if ((word === 'they' || word === 'their') && at === 0) counts.they += 1
      if ((word === 'it' || word === 'its') && at === 0) counts.it += 1
      if (word === 'its' || word === 'itself') owned += 1
      if (/^(?:it|he|she|they)$/.test(word)) named += 1
    }
  }
  // "It" begins sentences about anything; only where most of a text is about it is the character meant.
  if (counts.it > 1 && counts.it * 3 >= sentences.length && counts.he + counts.they === 0) return 'it'
  if (
    isThing &&
    counts.he + counts.she + counts.they === 0 &&
    (counts.it > 0 || sentences.some((each) => OF_IT.test(each)))
  )
    return 'it'
  // "Small robot. Visitors laughed at its wheel. A girl paints flowers on its casing."
  if (owned >= OWNED && named === 0) return 'it'
  const [best] = (['she', 'he', 'they'] as const).toSorted((a, b) => counts[b] - counts[a])
  return best !== undefined && counts[best] > 0 ? best : undefined
}
