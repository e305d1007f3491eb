import { isNumber, lemmaOf } from '../language/lemma.js'
import { isBaseVerb } from '../language/verbs.js'
import type { QuestionKind } from '../question/question-kind.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import { weightIn } from '../statements/statement-index.js'
import { addsNothing, isOfOtherSubject, subjectOf } from './confidence.js'
import type { Sources } from './find-answer.js'
import { RELATIVE } from './lack.js'
import { LIKELIHOOD_WEIGHTS as WEIGHTS } from './likelihood-weights.js'
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

export type Signs = Readonly<Record<keyof typeof WEIGHTS, number>>
type Searched = Pick<Sources, 'own' | 'documents'>
/** How sure the rules are of a candidate, from 0 to 1. */
type Confidence = (found: Found) => number

/**
 * The candidate that most likely answers where the rules are sure of none, with its estimated probability. The
 * alternatives are all other candidates and that none of them answers, so that of two with equal evidence neither is likely.
 */
export function mostLikely(
  question: Question,
  candidates: readonly Found[],
  {
    sources: { own, documents },
    confidence,
  }: { readonly sources: Searched; readonly confidence: Confidence },
): { readonly found: Found; readonly probability: number } | undefined {
  const rarity = rarityIn(question, { own, documents })
  const rated = candidates.map((found) => ({
    found,
    odds: Math.exp(logOddsOf(signsOf(question, found, { rarity, confidence: confidence(found) }))),
  }))
  const all = 1 + rated.reduce((sum, { odds }) => sum + odds, 0)
  let best: (typeof rated)[number] | undefined
  for (const each of rated) if (best === undefined || each.odds > best.odds) best = each
  if (best === undefined) return undefined
  const { found } = best
  // What says the same, such as a sentence and its only clause, is no alternative.
  const same = rated.reduce(
    (sum, each) => (each.found.statement.key === found.statement.key ? sum + each.odds : sum),
    0,
  )
  return { found, probability: same / all }
}

function logOddsOf(signs: Signs): number {
  let sum = 0
  for (const name in WEIGHTS) sum += WEIGHTS[name as keyof Signs] * signs[name as keyof Signs]
  return sum
}

type Rarity = ReadonlyMap<string, { readonly share: number; readonly isUnique: boolean }>

/** How rare each word of the question is: 1 where nothing has it, and whether only one sentence does. */
function rarityIn({ terms }: Question, { own, documents }: Searched): Rarity {
  const size = own.sentences + documents.sentences
  return new Map(
    terms
      .filter(({ weight }) => weight >= 1)
      .map(({ lemma }) => {
        const count = own.countOf(lemma) + documents.countOf(lemma)
        const share = Math.log(1 + size / Math.max(1, count)) / Math.log(1 + Math.max(size, 1))
        return [lemma, { share, isUnique: count === 1 }] as const
      }),
  )
}

/** What speaks for a candidate and against it. */
export function signsOf(
  question: Question,
  found: Found,
  { rarity, confidence }: { readonly rarity: Rarity; readonly confidence: number },
): Signs {
  const { kind, asksYou, terms, asksName } = question
  const { statement, coverage, fit, score } = found
  const { source, isNegated, isPast, lemmas, isClause, parts, text } = statement
  const group = GROUP_OF[kind]
  const is = (other: Group) => Number(group === other)
  const held = holding(question, statement, rarity)
  const values = valuesIn(group, question, statement)
  const subject = subjectOf(question)
  const isOther = subject !== undefined && isOfOtherSubject(subject, statement)
  const matched = lemmas.filter((lemma) => terms.some((term) => isHeldBy(term, lemma))).length
  return {
    who: is('who'),
    open: is('open'),
    where: is('where'),
    when: is('when'),
    why: is('why'),
    count: is('count'),
    yes: is('yes'),
    confidence,
    score,
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
    lacksForm: Number(fit < 1),
    ...values,
    otherTense: Number(isPast !== question.isPast),
    ofDocument: Number(source === 'document'),
    length: Math.min(lemmas.length, LONG) / LONG,
    precision: lemmas.length === 0 ? 0 : matched / lemmas.length,
    nothingNew: Number(kind !== 'yes-no' && addsNothing(question, statement)),
    relative: Number(asksYou && RELATIVE.test(text)),
    otherSubject: Number(isOther),
    sameSubject: Number(subject !== undefined && !isOther),
    negated: Number(isNegated && kind !== 'yes-no' && kind !== 'why'),
    clause: Number(isClause),
    parts: Number(parts.length > 0),
    followUp: Number(question.isFollowUp),
    asksName: Number(asksName),
    unnamed: Number(asksName && !/\s\p{Lu}/u.test(text)),
    possessor: possessorShare(question, statement),
  }
}

const LONG = 20

const isHeldBy = ({ lemma, variants }: Question['terms'][number], other: string): boolean =>
  lemma === other || variants.has(other)

/** How the words of the question stand in a statement. */
function holding(
  { terms, focus: { verb, names, heads } }: Question,
  { lemmas, context }: Statement,
  rarity: Rarity,
) {
  const shares = { exact: 0, alike: 0, missing: 0 }
  const signs = { verbExact: 0, verbAlike: 0, verbMissing: 0, nameMissing: 0, headMissing: 0 }
  let all = 0
  let nouns = 0
  let bestRarity = 0
  let unique = 0
  for (const term of terms) {
    const { lemma, weight } = term
    const own = weightIn(lemmas, term)
    const isNear = own > 0 || weightIn(context, term) > 0
    all += weight
    if (own === 1) shares.exact += weight
    else if (own > 0) shares.alike += weight
    else if (!isNear) shares.missing += weight
    if (weight >= 1 && !isNear && lemma !== verb && !isBaseVerb(lemma)) nouns += 1
    if (lemma === verb) {
      signs.verbExact = Number(own === 1)
      signs.verbAlike = Number(own > 0 && own < 1)
      signs.verbMissing = Number(!isNear)
    }
    if (names.has(lemma) && own === 0) signs.nameMissing = isNear ? 0.5 : 1
    if (heads.has(lemma) && own === 0) signs.headMissing = isNear ? 0.5 : 1
    const rare = own === 1 ? rarity.get(lemma) : undefined
    if (rare !== undefined) bestRarity = Math.max(bestRarity, rare.share)
    if (rare?.isUnique === true) unique = 1
  }
  const share = (part: number) => (all === 0 ? 0 : part / all)
  return {
    exact: share(shares.exact),
    alike: share(shares.alike),
    missing: share(shares.missing),
    nounsMissing: Math.min(nouns, NOUNS) / NOUNS,
    rarity: bestRarity,
    unique,
    ...signs,
  }
}

const NOUNS = 3

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
