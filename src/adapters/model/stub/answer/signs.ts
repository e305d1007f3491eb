import { associatesOf } from '../language/associations.js'
import { isNumber, lemmaOf } from '../language/lemma.js'
import type { QuestionKind } from '../question/question-kind.js'
import type { Question } from '../question/read-question.js'
import { isOfPlayer, type Statement } from '../statements/statement.js'
import { addsNothing, isOfOtherSubject, subjectOf } from './confidence.js'
import { type Asked, heldWords, isHeldBy } from './held-words.js'
import { RELATIVE } from './lack.js'
import type { LIKELIHOOD_WEIGHTS } from './likelihood-weights.js'
import type { Found } from './rate.js'

/** Kinds of questions that are answered in the same way. */
type Group = 'who' | 'open' | 'where' | 'when' | 'why' | 'count' | 'yes' | 'tell'
const GROUP_OF: Readonly<Record<QuestionKind, Group>> = {
  who: 'who',
  what: 'open',
  how: 'open',
  which: 'open',
  where: 'where',
  when: 'when',
  why: 'why',
  'how many': 'count',
  'how much': 'count',
  'how long': 'count',
  'how old': 'count',
  'yes-no': 'yes',
  tell: 'tell',
  opinion: 'tell',
}

/** Each from 0 to about 1. */
export type Signs = Readonly<Record<keyof typeof LIKELIHOOD_WEIGHTS, number>>

/** What the rules say of a candidate. */
export type Ruling = {
  /** How sure they are of it, from 0 to 1. */
  readonly confidence: number
  /** It is among those that they would tell. */
  readonly isFound: boolean
  /** It was found by associations alone. */
  readonly isWide: boolean
}

/** What speaks for a candidate and against it; the names are those of the weights. */
export function signsOf(asked: Asked, found: Found, ruling: Ruling): Signs {
  const { question } = asked
  const { coverage, fit, score, statement } = found
  const group = GROUP_OF[question.kind]
  const is = (other: Group) => Number(group === other)
  const held = heldWords(asked, statement)
  return {
    who: is('who'),
    open: is('open'),
    where: is('where'),
    when: is('when'),
    why: is('why'),
    count: is('count'),
    yes: is('yes'),
    tell: is('tell'),
    confidence: ruling.confidence,
    found: Number(ruling.isFound),
    vagueWho: Number(question.isFollowUp && !question.asksYou),
    wide: Number(ruling.isWide),
    score,
    coverage,
    fit,
    yesCoverage: is('yes') * coverage,
    countCoverage: is('count') * coverage,
    ...held,
    openNounsMissing: is('open') * held.nounsMissing,
    openVerbExact: is('open') * held.verbExact,
    yesVerbMissing: is('yes') * held.verbMissing,
    yesUnique: is('yes') * held.unique,
    whyUnique: is('why') * held.unique,
    uniqueForm: held.unique * Number(fit >= 1.05),
    hasForm: Number(fit >= 1.15),
    hasFullForm: Number(fit >= 1.3),
    lacksForm: Number(fit < 1),
    ...valuesIn(group, question, statement),
    ...labelled(question, statement),
    ...whose(question, statement),
    ...shape(question, statement),
  }
}

/** Whom the statement tells of, beside whom the question asks about. */
function whose(question: Question, statement: Statement) {
  const { asksYou, about } = question
  const { source, words, text } = statement
  const isToldOfPlayer = isOfPlayer(statement)
  const isOwn = /^(?:i|i'm|i've|my|we|our)$/.test(words[0] ?? '')
  const subject = subjectOf(question)
  const isOther = subject !== undefined && isOfOtherSubject(subject, statement)
  return {
    ofDocument: Number(source === 'document'),
    ofPlayer: Number(isToldOfPlayer),
    ofWhomAsked: Number(isToldOfPlayer === (about === 'player')),
    ownOfYou: Number(asksYou && isOwn),
    notOwnOfYou: Number(asksYou && !isOwn && source === 'persona'),
    relative: Number(asksYou && RELATIVE.test(text)),
    otherSubject: Number(isOther),
    sameSubject: Number(subject !== undefined && !isOther),
  }
}

/** How the statement is made, as far as that fits the question or not. */
function shape(question: Question, statement: Statement) {
  const { kind, terms, asksName, isFollowUp } = question
  const { lemmas, words, text, isPast, isNegated, isClause, parts } = statement
  const matched = lemmas.filter((lemma) => terms.some((term) => isHeldBy(term, lemma))).length
  return {
    otherTense: Number(isPast !== question.isPast),
    length: Math.min(lemmas.length, LONG) / LONG,
    words: Math.min(words.length, LONG_IN_WORDS) / LONG_IN_WORDS,
    precision: lemmas.length === 0 ? 0 : matched / lemmas.length,
    nothingNew: Number(kind !== 'yes-no' && addsNothing(question, statement)),
    negated: Number(isNegated && kind !== 'yes-no' && kind !== 'why'),
    clause: Number(isClause),
    parts: Number(parts.length > 0),
    followUp: Number(isFollowUp),
    asksName: Number(asksName),
    unnamed: Number(asksName && !/\s\p{Lu}/u.test(text)),
    possessor: possessorShare(question, statement),
  }
}

const LONG = 20
const LONG_IN_WORDS = 30

const COUNT = /^(?:once|twice|thrice|daily|weekly|no|none|an?|never|always|every|free)$/
const TIME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|dawn|dusk|noon|midnight|night|morning|evening|sunset|sunrise|every|until|when|since|after|before|ago|christmas|easter)$/
const VALUES_MAX = 4

/** The numbers or times of a statement that the question has not itself: how many, and how near to a word of the question. */
function valuesIn(group: Group, { words: asked, terms }: Question, { words }: Statement) {
  if (group !== 'count' && group !== 'when') return { countNear: 0, countValues: 0, noCount: 0, noTime: 0 }
  const pattern = group === 'count' ? COUNT : TIME
  const values = words.flatMap((word, at) =>
    (isNumber(word) || pattern.test(word)) && !asked.includes(word) ? [at] : [],
  )
  if (group === 'when')
    return { countNear: 0, countValues: 0, noCount: 0, noTime: Number(values.length === 0) }
  let nearest = Number.POSITIVE_INFINITY
  for (const [at, word] of words.entries()) {
    const lemma = lemmaOf(word)
    if (!terms.some((term) => term.weight >= 1 && isHeldBy(term, lemma))) continue
    for (const value of values) nearest = Math.min(nearest, Math.abs(value - at))
  }
  return {
    countNear: nearest > REACH ? 0 : 1 / (1 + nearest),
    countValues: Math.min(values.length, VALUES_MAX) / VALUES_MAX,
    noCount: Number(values.length === 0),
    noTime: 0,
  }
}

const REACH = 30

/** A field such as "My toilets are next to the lifeboat room": whether what it is of has to do with the question. */
function labelled({ terms }: Question, { words, lemmas }: Statement) {
  const isField = words[0] === 'my' && words.slice(2, 4).some((word) => /^(?:is|are)$/.test(word))
  const label = isField ? lemmas[0] : undefined
  const isAsked =
    label !== undefined &&
    terms.some((term) => term.weight >= 1 && (isHeldBy(term, label) || associatesOf(term.lemma).has(label)))
  return { labelAsked: Number(isAsked), labelOther: Number(label !== undefined && !isAsked) }
}

const POSSESSIVE = /[^s]'s$/
const NO_POSSESSIVE = /^(?:it|that|there|he|she|who|what|let|here)'s$/

/** The share of the question's words that only own something else there: asked for the king, "the king's vault" is none. */
function possessorShare({ words: asked, terms }: Question, { words }: Statement): number {
  const owners = words.filter((word) => POSSESSIVE.test(word) && !NO_POSSESSIVE.test(word))
  const counted = terms.filter(({ weight }) => weight >= 1)
  if (owners.length === 0 || counted.length === 0) return 0
  const own = new Set(owners.map(lemmaOf))
  const only = counted.filter(
    ({ lemma }) =>
      own.has(lemma) &&
      !asked.some((word) => POSSESSIVE.test(word) && lemmaOf(word) === lemma) &&
      !words.some((word) => !POSSESSIVE.test(word) && lemmaOf(word) === lemma),
  )
  return only.length / counted.length
}
