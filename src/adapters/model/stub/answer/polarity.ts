import { oppositesOf } from '../language/synonyms.js'
import { lemmasOf, wordsOf } from '../language/text.js'
import { isBaseVerb } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import { isNegated, type Statement } from '../statements/statement.js'

export type Verdict = 'yes' | 'no' | 'open'

/** Whether a statement answers a yes/no question with yes or no; `open` when it only says something about it. */
export function verdictOf(question: Question, statement: Statement, coverage: number): Verdict {
  const denies = isDenied(question, statement)
  const isOpposite = question.terms.some(({ lemma }) => {
    if (statement.lemmas.includes(lemma)) return false
    const opposites = oppositesOf(lemma)
    return statement.lemmas.some((each) => opposites.includes(each))
  })
  if (denies !== isOpposite) return question.isNegated && denies ? 'open' : 'no'
  if (denies && isOpposite) return 'open'
  return !question.isNegated && affirms(question, statement, coverage) ? 'yes' : 'open'
}

const EXISTENCE =
  /^(?:(?:do|does|have|has) (?:you|they|we)|got|any|is there|are there|you have|have you)\b.{0,20}\b(?:have|got|own|any|there|keep|a|an)\b/i

/** Most of what was asked is there word for word, of the one who was asked about; or a daughter, for "Have you got children?" */
function affirms({ terms, text }: Question, { lemmas, words }: Statement, coverage: number): boolean {
  if (coverage < 0.55) return false
  if (EXISTENCE.test(text) && !/\b(?:drink|eat|like|use)\b/i.test(text)) return true
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const exact = terms.reduce((sum, { weight, lemma }) => sum + (lemmas.includes(lemma) ? weight : 0), 0)
  const isAboutYou = /^\w+ (?:you|i|we)\b/i.test(text)
  return (
    exact * 2 >= whole && (!isAboutYou || /^(?:i|i'm|i've|we|you|at|on|in|every|once)$/.test(words[0] ?? ''))
  )
}

/** It was so once. */
const OVER = /\b(?:used to|no longer|any ?more|gave up|stopped|quit)\b/i

const BOUNDARY =
  /,| and | but | or | because | although | though | while | who | which | that | when | if | until | unless | except | so |;/i

/** A negation in the part of the sentence that holds what was asked: "I drink it black, without sugar" denies sugar alone. */
function isDenied({ terms, isPast }: Question, { text, isNegated: negated }: Statement): boolean {
  if (!isPast && OVER.test(text)) return true
  if (!negated) return false
  const parts = text
    .replace(' of which ', ' of them ')
    .split(BOUNDARY)
    .map((part) => wordsOf(part))
  const isAsked = (words: readonly string[]) => {
    const lemmas = lemmasOf(words)
    return terms.some(
      ({ lemma, weight, variants }) =>
        (weight > 0.4 || isBaseVerb(lemma)) && lemmas.some((each) => each === lemma || variants.has(each)),
    )
  }
  const isExact = (words: readonly string[]) =>
    lemmasOf(words).some((lemma) => terms.some((term) => term.lemma === lemma))
  const exact = parts.filter(isExact)
  if (exact.length > 0) return exact.some(isNegated)
  const asked = parts.filter(isAsked)
  return (asked.length === 0 ? parts : asked).every(isNegated)
}
