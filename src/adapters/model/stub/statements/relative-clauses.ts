import { isKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import { isBaseVerb, isFiniteVerb } from '../language/verbs.js'

const RELATIVE = /, (who|which) (?=\p{L})/u
/** What a relative clause tells of: "Nadia", "a fresco by Jan Wolny". */
const NAME_AT_END = /(?<=\p{L},? )\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,3}$/u
const NOUN_AT_END =
  /\b(?:an?|the|my|our) ((?:[\p{L}-]+ )?[\p{L}-]+)(?: (?:by|from|of) [^,; ]+(?: \p{Lu}[^,; ]+)?)?$/u

/** "I met Ann, who bakes" as "I met Ann; Ann bakes", where it is certain of whom that is told, and the rest ends the sentence. */
export function withRelatives(sentence: string): string {
  const match = RELATIVE.exec(sentence)
  if (match === null || sentence.includes('“')) return sentence
  const [found, pronoun = ''] = match
  const head = sentence.slice(0, match.index)
  const rest = sentence.slice(match.index + found.length)
  const [verb = ''] = wordsOf(rest)
  const name = nameIn(head)
  const found_ = NOUN_AT_END.exec(head)?.[1]
  // What took the skins of calves is no bishop.
  const noun = pronoun === 'which' && PERSON.test(found_ ?? '') ? undefined : found_
  const subject = pronoun === 'who' ? (name ?? noun) : noun
  const within = WITHIN_SUBJECT.exec(rest)
  if (subject !== undefined && within !== null && (isFiniteVerb(verb) || isBaseVerb(verb))) {
    const [, told = '', goesOn = ''] = within
    return `${head} ${goesOn}; ${subject === name ? subject : ownedBy(head, subject)} ${told}`
  }
  if (subject === undefined || !isFiniteVerb(verb) || rest.includes(', ') || !isMainClause(head))
    return sentence
  if (/\b(?:but|so|that)\b/.test(rest)) return sentence
  return `${head}; ${subject === name ? subject : `the ${subject}`} ${rest}`
}

/** "…, who are both tax collectors, would never pay": what goes on behind has the same subject. */
const WITHIN_SUBJECT =
  /^([^,;]{3,80}), ((?:(?:has|had|is|was|are|were|will|would|can|could|does|did|still|never|always|often|once|now) |\p{Ll}+(?:s|ed) )[^;]{2,160})$/u

const ownedBy = (head: string, noun: string): string => {
  const owner = /\b(my|our)$/i.exec(head.slice(0, -noun.length).trimEnd())?.[0]
  return `${owner?.toLowerCase() ?? 'the'} ${noun}`
}

/** "my uncle Torben", "my son Colin" for "one son, Colin" */
function nameIn(head: string): string | undefined {
  const last = NAME_AT_END.exec(head)?.[0]
  if (last === undefined) return undefined
  // "Ann Lee of Basel, who …" tells of her, and not of Basel.
  const of = OF_PLACE.exec(head.slice(0, -last.length))?.[0]
  if (of !== undefined) return NAME_AT_END.exec(head.slice(0, -last.length - of.length))?.[0]
  const name = last
  const [, owner = '', role = ''] = ROLE_AT_END.exec(head.slice(0, -name.length)) ?? []
  if (!isKin(lemmaOf(role))) return name
  return `${/^an?$|^one$/.test(owner) ? 'my' : owner.toLowerCase()} ${role} ${name}`
}

const PERSON =
  /(?:er|or|ist|ian|man|woman|bishop|king|queen|friar|monk|nun|priest|duke|abbot|aunt|uncle|son|wife|husband|child|boy|girl|friend)$/
const OF_PLACE = / (?:of|in|at|from|near) (?:the )?$/
const ROLE_AT_END = /\b(my|our|an?|one) (?:[\p{L}-]+ )?(\p{L}+),? $/iu

/** Not "When I retire nor "My wife Ann" without a verb. */
export function isMainClause(text: string): boolean {
  const words = wordsOf(text)
  if (/^(?:when|if|after|before|because|since|while|although|as|until|once|whenever)$/.test(words[0] ?? '')) {
    // "When I was nine I carried the ladder"
    if (/^\p{L}+ (?:I|he|she|we|they) (?:was|were|had) [\p{L}-]+ (?:I|he|she|we|they) /u.test(text))
      return true
    const behind = text.indexOf(', ')
    return behind > 0 && isMainClause(text.slice(behind + 2))
  }
  return (
    words.slice(1).some((word, at) => isFiniteVerb(word) || (isBaseVerb(word) && mayBeVerb(words, at + 1))) ||
    words.some((word) => CONTRACTED.test(word) || /^\p{L}+'(?:s|ve|re|m)$/u.test(word))
  )
}

/** "My sister ship" has none: a base form is a verb behind a subject that is no single thing. */
const mayBeVerb = (words: readonly string[], at: number): boolean =>
  !/^(?:my|our|the|an?|his|her|their|its|this|that)$/.test(words[0] ?? '') ||
  /[^su']s$|^(?:and|people|children|men|women|always|never|often|to|can|will|not|who|that|which)$/.test(
    words[at - 1] ?? '',
  )

/** "I'm", "she's": subject and verb in one. */
export const CONTRACTED = /^(?:i'm|i've|i'll|(?:you|we|they)'(?:re|ve|ll)|(?:he|she|it|that|there)'(?:s|ll))$/
