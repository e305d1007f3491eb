import { isKin } from '../language/kin.js'
import { lemmasOf, stemsOf, wordsOf } from '../language/text.js'
import { baseOfPast, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { withAntecedents } from './antecedent.js'
import { clausesOf } from './clauses.js'
import { pricedItems, timetable } from './priced-items.js'
import { type RoleOfName, rolesInText } from './roles-in-text.js'

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
  /** What its subject is known to be: `brother` of "Dax joined the marines". */
  readonly about: readonly string[]
  /** A part of another statement with a sentence's form. */
  readonly isClause: boolean
  readonly isNegated: boolean
  readonly isPast: boolean
  /** Where it is written: document and page. */
  readonly place?: string
  /** The names in it that it says something of: "Ciro" is a "husband". */
  readonly roles: readonly RoleOfName[]
  /** What of it can stand alone, in its order. */
  readonly parts: readonly Statement[]
}

/** Told by the player, now or earlier, about himself. */
export const isOfPlayer = ({ source }: Pick<Statement, 'source'>): boolean =>
  source === 'told' || source === 'remembered'

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
  more: Partial<Pick<Statement, 'context' | 'about' | 'isClause' | 'place' | 'parts'>> = {},
): Statement {
  const words = wordsOf(text)
  return {
    text,
    source,
    key: words.join(' '),
    words,
    lemmas: lemmasOf(words),
    context: [],
    about: [],
    isClause: false,
    isNegated: isNegated(words),
    isPast: isPast(words),
    roles: source === 'said' ? [] : rolesInText(text),
    parts: [],
    ...more,
  }
}

/** A sentence and, behind it, what of it can stand alone; `context` is what the sentence itself goes back to. */
export function withParts(
  text: string,
  source: Statement['source'],
  {
    context,
    asked = [],
    place,
    known = NOBODY,
  }: {
    readonly context: readonly string[]
    readonly asked?: readonly string[]
    readonly place?: string
    /** What else a text is about, from what is known of those it names. */
    readonly known?: (text: string) => readonly string[]
  },
): readonly Statement[] {
  const more = place === undefined ? {} : { place }
  const clauses = clausesOf(text)
  const resolved = withAntecedents(clauses)
  // The items of a list belong together: "Puncture front wheel 12 euros, rear wheel 16".
  const listed = isList(text) ? [...context, ...stemsOf(text.slice(0, text.indexOf(':') + 1))] : undefined
  let before: readonly string[] = []
  const parts = clauses.map((clause, at) => {
    const near = takesUp(clause, clauses[at - 1])
      ? stemsOf(clauses[at - 1] ?? '')
      : [...contextOf(clause, clauses[at - 1]), ...somebodyBefore(clauses, at)]
    // What "it" goes back to may itself begin with one.
    before =
      listed === undefined
        ? [...near, ...(near.length > 0 ? before : [])]
        : [...listed, ...stemsOf(clauses[at - 1] ?? '')]
    const own = resolved[at] ?? clause
    const gone = at === 0 ? [...context, ...(listed ?? [])] : [...before, ...asked]
    return createStatement(own, source, {
      ...more,
      context: [...new Set([...gone, ...known(own)])],
      about: known(subjectOf(own)).filter(isKin),
      isClause: true,
    })
  })
  // Nobody says a price list: its items are what can be said.
  if (pricedItems(text).length > 0) return parts.map((part) => ({ ...part, isClause: false }))
  const whole = [...new Set([...context, ...known(text)])]
  return [
    createStatement(text, source, {
      ...more,
      context: whole,
      about: known(subjectOf(text)).filter(isKin),
      parts,
    }),
    ...parts,
  ]
}

/** "There I met Jaan; we were married; he runs a brewery": he goes back over what is told of both. */
const somebodyBefore = (clauses: readonly string[], at: number): readonly string[] =>
  at > 1 && /^(?:He|She)\b/.test(clauses[at] ?? '') && /^We\b/.test(clauses[at - 1] ?? '')
    ? stemsOf(clauses[at - 2] ?? '')
    : []

const subjectOf = (text: string): string => /^\p{Lu}[\p{L}'’-]+(?= )/u.exec(text)?.[0] ?? ''

const NOBODY = (): readonly string[] => []

/** "… one son, Colin" and "Colin was killed": what it says it says of the son. */
function takesUp(clause: string, before: string | undefined): boolean {
  const subject = /^(?:The ([\p{L}-]{3,})|(\p{Lu}[\p{L}'’-]{2,}))\b/u.exec(clause)
  const word = subject?.[1] ?? subject?.[2]
  return (
    word !== undefined &&
    !SUBJECT_PRONOUN.test(word) &&
    before !== undefined &&
    wordsOf(before).slice(1).includes(word.toLowerCase())
  )
}

const SUBJECT_PRONOUN = /^(?:The|She|They|His|Her|Its|Our|You|There|This|That|And|But)$/

const isList = (text: string): boolean =>
  pricedItems(text).length > 0 || timetable(text).length > 0 || !wordsOf(text).some(isFiniteVerb)

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
  /^(?:(?:and |but |so )?(?:it|he|she|they|this|that|these|those|his|her|its|their|there|then|only|afterwards|one)\b|(?:two|three|four|five|six|both|some|most|many|several|half|all|none|each|\d{1,3}) of (?:them|these|those)\b|(?:on|in|at|since|after|before|when|if) (?:\w+ ){1,3}(?:it|he|she|they|these|those|them)\b)/i
/** "I threw him out", but not "My brother lost his job": that is his own. */
const SPEAKS_OF_ANOTHER =
  /^the reward for it\b|^(?:(?:and|but|so|then|now|once|yet),? |(?:before|after|since) (?:that|then),? )?(?:i|we|you)\b.{0,120}\b(?:it|him|her|them|(?<!-)one|these|those)\b(?!-)|^(?:and |but )?(?:the|an?) (?:\p{L}+ ones?|one|first|second|others?|rest|last|eldest|oldest|youngest)\b/iu

/** "I have 67, all single." */
const COUNTS_ALONE =
  /^(?:I|we|there) (?:have|own|keep|are|is|sell|make) (?:about |only |over |nearly )?(?:\d[\d,.]*|[\p{L}-]{3,20})(?: (?:now|so far|today|left|of them))?(?:,|[.]|$)/iu

/** What a sentence with a pronoun goes back to: the lemmas of the one before. */
export function contextOf(sentence: string, before: string | undefined): readonly string[] {
  if (before === undefined) return []
  return BEGINS_WITH_PRONOUN.test(sentence) ||
    COUNTS_ALONE.test(sentence) ||
    SPEAKS_OF_ANOTHER.test(sentence.slice(0, 200))
    ? stemsOf(before)
    : []
}
