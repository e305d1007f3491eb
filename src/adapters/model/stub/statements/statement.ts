import { lemmasOf, stemsOf, wordsOf } from '../language/text.js'
import { baseOfPast, baseOfVerb, isBaseVerb, isFiniteVerb } from '../language/verbs.js'

/** A sentence that the character can say as it stands, and what it is found by. */
export type Statement = {
  readonly text: string
  readonly source: 'persona' | 'document' | 'told' | 'remembered' | 'said'
  /** The words as one text: equal for sentences that say the same. */
  readonly key: string
  /** In lower case, in order. */
  readonly words: readonly string[]
  readonly lemmas: readonly string[]
  /** Lemmas of the sentence before, when this one begins with a pronoun. */
  readonly context: readonly string[]
  /** A part of another statement with a sentence's form. */
  readonly isClause: boolean
  readonly isNegated: boolean
  readonly isPast: boolean
  /** Where it is written: document and page. */
  readonly place?: string
}

const NEGATIONS = new Set(
  `no not never none nothing nobody neither nor cannot can't don't doesn't didn't isn't aren't wasn't weren't haven't hasn't
hadn't won't wouldn't couldn't shouldn't mustn't without refuse refuses refused unable lack lacks forbidden prohibited
closed hardly`.split(/\s+/),
)
const isNegation = (word: string) => NEGATIONS.has(word)

/** "I can't stand it" denies nothing. */
export const isNegated = (words: readonly string[]): boolean =>
  words.some((word, at) => isNegation(word) && !/^(?:stand|bear|wait|help)$/.test(words[at + 1] ?? ''))

export function createStatement(
  text: string,
  source: Statement['source'],
  more: Partial<Pick<Statement, 'context' | 'isClause' | 'place'>> = {},
): Statement {
  const words = wordsOf(text)
  return {
    text,
    source,
    key: words.join(' '),
    words,
    lemmas: lemmasOf(words),
    context: [],
    isClause: false,
    isNegated: isNegated(words),
    isPast: isPast(words),
    ...more,
  }
}

/** Whether the first verb of a sentence is in the past. */
function isPast(words: readonly string[]): boolean {
  const [subject = '', first = '', second = ''] = words
  if (
    /^(?:i|you|we|they)$/.test(subject) &&
    (isBaseVerb(first) || (isBaseVerb(second) && !isFiniteVerb(first)))
  )
    return false
  const verb = words.find(isFiniteVerb)
  if (verb === undefined || isBaseVerb(verb)) return false
  return (
    ['was', 'were', 'had', 'did', 'could', "wasn't", "weren't", "didn't"].includes(verb) ||
    baseOfPast(verb) !== undefined
  )
}

const BEGINS_WITH_PRONOUN =
  /^(?:(?:and |but |so )?(?:it|he|she|they|this|that|these|those|his|her|its|their|there|then|only|afterwards|one)\b|(?:on|in|at|since|after|before|when|if) (?:\w+ ){1,3}(?:it|he|she|they)\b)/i
/** "I threw him out", but not "My brother lost his job": that is his own. */
const SPEAKS_OF_ANOTHER =
  /^(?:(?:and|but|so|then|now|once|yet),? )?(?:i|we|you)\b.{0,120}\b(?:it|him|her|them|one|these|those)\b|^(?:and |but )?the (?:one|first|second|other|last|eldest|oldest|youngest)\b/i

/** What a sentence with a pronoun goes back to: the lemmas of the one before. */
export function contextOf(sentence: string, before: string | undefined): readonly string[] {
  if (before === undefined) return []
  return BEGINS_WITH_PRONOUN.test(sentence) || SPEAKS_OF_ANOTHER.test(sentence.slice(0, 200))
    ? stemsOf(before)
    : []
}

const LONGEST_SUBJECT = 6

/** Where a clause may begin; whether one does is seen from its subject and verb. */
const BETWEEN_CLAUSES =
  /; |: | — | – |, (?=(?:and|but|so) )|, (?=(?:my|our) )|, (?=\p{Lu}\p{Ll}+ \p{Ll})| (?=(?:and|but) )/u

/** The parts of a sentence that can stand alone, each with its subject; empty for one that has no such parts. */
export function clausesOf(sentence: string): readonly string[] {
  const parts = sentence
    .replace(/(?<![.!?])[.!?]+$/, '')
    .split(BETWEEN_CLAUSES)
    .slice(0, 12)
  const clauses: string[] = []
  for (const part of parts) {
    const clause = standalone(part, clauses[0] ?? '')
    if (clause !== undefined) clauses.push(clause)
    else if (clauses.length > 0) clauses[clauses.length - 1] += ` ${part}`
    else clauses.push(part)
  }
  return clauses.length < 2
    ? []
    : clauses.map((clause) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`)
}

/** The part without its conjunction, with the subject of the first one if it has none; undefined when it is not a clause. */
function standalone(part: string, first: string): string | undefined {
  if (first === '') return part
  const bare = part.replace(/^(?:and|but|so) (?:then |also )?/, '')
  const words = wordsOf(bare)
  const [one = '', two = ''] = words
  if (words.length < 3 && bare !== part) return undefined
  const subject = subjectOf(first)
  const isFirstPerson = subject === 'I' || subject === 'You'
  const isVerb = isFiniteVerb(one) || (isFirstPerson && isBaseVerb(one) && BEHIND_VERB.test(two))
  if (isVerb) return subject === '' ? undefined : `${subject} ${bare}`
  const verbAt = words
    .slice(0, LONGEST_SUBJECT)
    .findIndex(
      (word, at) =>
        at > 0 && (isFiniteVerb(word) || (at === 1 && /^(?:i|you|we|they)$/.test(one) && isBaseVerb(word))),
    )
  const isNamed = /^\p{Lu}\p{Ll}/u.test(bare) && verbAt > 0 && verbAt < 4
  return verbAt > 0 && (SUBJECT_START.test(one) || isNamed) && baseOfVerb(one) === undefined
    ? bare
    : undefined
}

const BEHIND_VERB =
  /^(?:the|a|an|my|your|his|her|its|our|their|no|to|at|in|on|with|for|from|up|out|it|them|him|me|every|about|like|by|only|never|of|not)$/
const SUBJECT_START =
  /^(?:i|you|he|she|it|we|they|the|a|an|my|your|his|her|its|our|their|there|this|that|nobody|everybody|one|some|most|all|none)$/

/** What stands before the first verb, if that is short: "My shift", "I". */
function subjectOf(clause: string): string {
  const words = clause.split(' ')
  const at = words.findIndex((word, index) => {
    const bare = word.toLowerCase()
    return (
      index > 0 && (isFiniteVerb(bare) || (/^(?:I|You|We|They)$/.test(words[0] ?? '') && isBaseVerb(bare)))
    )
  })
  const subject = at < 1 || at > LONGEST_SUBJECT ? [] : words.slice(0, at)
  return subject[0] === 'I' || subject[0] === 'You' ? subject[0] : subject.join(' ')
}
