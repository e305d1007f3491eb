import { lemmaOf } from '../language/lemma.js'
import { oppositesOf } from '../language/synonyms.js'
import { lemmasOf, wordsOf } from '../language/text.js'
import type { Question } from '../question/read-question.js'
import { isNegated, type Statement } from '../statements/statement.js'

export type Verdict = 'yes' | 'no' | 'open'

/** Whether a statement answers a yes/no question with yes or no; `open` when it only says something about it. */
export function verdictOf(question: Question, statement: Statement, coverage: number): Verdict {
  const denies = isDenied(question, statement)
  const lemmas = lemmasAsked(question, statement)
  const isOpposite = question.terms.some(({ lemma }) => {
    if (lemmas.includes(lemma)) return false
    const opposites = oppositesOf(lemma)
    return lemmas.some((each) => opposites.includes(each))
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
  if (EXISTENCE.test(text) && !/\b(?:drink|eat|like|use)\b/i.test(text)) return isOwned(terms, words)
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const exact = terms.reduce((sum, { weight, lemma }) => sum + (lemmas.includes(lemma) ? weight : 0), 0)
  const isAboutYou = /^\w+ (?:you|i|we)\b/i.test(text)
  return (
    exact * 2 >= whole && (!isAboutYou || /^(?:i|i'm|i've|we|you|at|on|in|every|once)$/.test(words[0] ?? ''))
  )
}

/** "my daughter Iva", "I have three sons", but not "the youngest of six children". */
const isOwned = (terms: Question['terms'], words: readonly string[]): boolean =>
  words.some((word, at) => {
    const lemma = lemmaOf(word)
    const isAsked = terms.some((term) => term.lemma === lemma || term.variants.has(lemma))
    const before = words.slice(Math.max(0, at - 5), at)
    return isAsked && before.some((each) => OWNING.test(each))
  })

const OWNING = /^(?:my|our|have|has|own|owns|keep|keeps|got|there|is|are|your|every|play|collect|with)$/

/** The lemmas of the parts that hold what counts in the question word for word; else all. */
function lemmasAsked({ terms }: Question, { text, lemmas }: Statement): readonly string[] {
  const parts = text.split(BOUNDARY).map((part) => lemmasOf(wordsOf(part)))
  const asked = parts.filter((part) =>
    terms.some(({ lemma, weight }) => weight > 0.4 && part.includes(lemma)),
  )
  return asked.length === 0 ? lemmas : asked.flat()
}

/** It was so once. */
const OVER = /\b(?:used to|no longer|any ?more|gave up|stopped|quit)\b/i

const BOUNDARY =
  /,| (?=without )| and | but | or | because | although | though | while | who | which | that | when | if | until | unless | except | so |;/i

/** A negation in the part of the sentence that holds what was asked: "I drink it black, without sugar" denies sugar alone. */
function isDenied({ terms, isPast }: Question, { text, isNegated: negated }: Statement): boolean {
  if (!isPast && OVER.test(text)) return true
  if (!negated) return false
  const parts = text.replace(' of which ', ' of them ').split(BOUNDARY).map(readPart)
  const sharedBy = ({ lemmas }: Part) =>
    terms.reduce((sum, { lemma, weight }) => sum + (lemmas.includes(lemma) ? weight : 0), 0)
  const most = Math.max(...parts.map(sharedBy))
  if (most > 0) return parts.filter((part) => sharedBy(part) === most).some((part) => part.denies)
  const asked = parts.filter(({ lemmas }) =>
    terms.some(({ variants }) => lemmas.some((each) => variants.has(each))),
  )
  return (asked.length === 0 ? parts : asked).every((part) => part.denies)
}

type Part = { readonly lemmas: readonly string[]; readonly denies: boolean }

/** What is excepted from a denial is so; "without" belongs to what comes after it. */
function readPart(text: string): Part {
  const words = wordsOf(text)
  return { lemmas: lemmasOf(words), denies: isNegated(words) }
}
