import { isKin } from '../language/kin.js'
import { lemmaOf, numberOf } from '../language/lemma.js'
import { RELATED } from '../language/synonyms.js'
import { wordsOf } from '../language/text.js'
import { isFiniteVerb } from '../language/verbs.js'

const FOLLOWING_MAX = 6
const SUBJECT = /^(?:(?:And|But),? )?(\p{Lu}[\p{L}'’-]+)(?:,| (?!and\b|or\b))/u
const NO_NAME =
  /^(?:I|My|Our|The|An?|He|She|It|We|They|There|This|That|His|Her|Their|In|On|At|When|After|Before|Every|Once|One|Both|Neither|All|Some|If|No|Not|As|For|With|From|Since|Last|Next)$/

/** What a sentence announces without naming it: "I have two brothers." are two of `brother`. */
function announced(text: string): { readonly noun: string; readonly count: number } | undefined {
  const words = wordsOf(text)
  if (/(?<=\p{L},? )(?!I\b|I['’])\p{Lu}\p{Ll}/u.test(text)) return undefined
  for (const [at, word] of words.entries()) {
    const count = numberOf(word)
    if (count === undefined || count < 2 || count > FOLLOWING_MAX) continue
    const noun = words.slice(at + 1, at + 4).find((each) => isOneOfMany(lemmaOf(each)))
    if (noun !== undefined) return { noun: lemmaOf(noun), count }
  }
  return undefined
}

const isOneOfMany = (lemma: string): boolean =>
  isKin(lemma) ||
  ['friend', 'apprentice', 'colleague', 'kid', 'boat', 'ship'].map(lemmaOf).includes(lemma) ||
  (RELATED.get(lemmaOf('animal'))?.has(lemma) ?? false)

/**
 * For each sentence what it is about because the one before it announced so many of them: "I have two brothers. Étienne
 * teaches Latin; Basile plays the drums." are both about a brother.
 */
export function introducedIn(sentences: readonly string[]): readonly (string | undefined)[] {
  let open: { noun: string; names: Set<string>; count: number; since: number } | undefined
  return sentences.map((text, at) => {
    const announcement = announced(text)
    if (announcement !== undefined) {
      open = { ...announcement, names: new Set(), since: at }
      return undefined
    }
    if (open === undefined) return undefined
    const name = SUBJECT.exec(text)?.[1]
    if (name === undefined || NO_NAME.test(name) || !wordsOf(text).slice(1, 5).some(isFiniteVerb)) {
      if (at - open.since > FOLLOWING_MAX) open = undefined
      return undefined
    }
    open.names.add(name)
    return open.names.size <= open.count ? open.noun : undefined
  })
}
