import { isNumber } from '../language/lemma.js'
import { fitOf } from '../question/expectation.js'
import type { QuestionKind } from '../question/question-kind.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import { weightIn } from '../statements/statement-index.js'
import { candidatesFor, type Sources } from './find-answer.js'
import { narrow } from './narrow.js'
import type { Found } from './rate.js'

/** Two sources may give two values for these. */
const VALUED: ReadonlySet<QuestionKind> = new Set(['how many', 'how much', 'how long', 'how old', 'when'])
/** So much of the question the other source must hold beside the value. */
const ABOUT_IT = 0.5

/**
 * What another source, or another sentence in the same words, says instead of the answer: the persona that the bypass
 * has 14 kilometres, a document that it has 17.
 * Undefined where none disagrees. Nothing says which of both is newer, so both are told.
 */
export function disagreeing(question: Question, best: Found, sources: Sources): Statement | undefined {
  if (!VALUED.has(question.kind) || question.about === 'player') return undefined
  const value = soleValueOf(best.statement)
  if (value === undefined) return undefined
  return candidatesFor(question, sources)
    .filter(
      ({ statement, coverage }) =>
        (isOtherSource(best.statement, statement) || isSameClaim(best.statement, statement)) &&
        coverage >= ABOUT_IT &&
        holdsAll(question, statement),
    )
    .map((other) => narrow(question, other).statement)
    .find((other) => {
      const otherValue = soleValueOf(other)
      return (
        otherValue !== undefined &&
        otherValue.unit === value.unit &&
        otherValue.number !== value.number &&
        fitOf(question, other) >= 1
      )
    })
}

const isOtherSource = (one: Statement, other: Statement): boolean =>
  (other.source === 'persona' || other.source === 'document') &&
  (one.source === 'persona' || one.source === 'document') &&
  (one.source !== other.source || (one.source === 'document' && documentOf(one) !== documentOf(other)))

/** "I keep forty hives above the village" and "I keep thirty hives above the village": all but the number is the same. */
const isSameClaim = (one: Statement, other: Statement): boolean =>
  one.source === other.source && one.isNegated === other.isNegated && claimOf(one) === claimOf(other)

const claimOf = ({ lemmas }: Statement): string =>
  lemmas
    .filter((lemma) => !isNumber(lemma))
    .toSorted()
    .join(' ')

const documentOf = ({ place = '' }: Statement): string => place.slice(0, place.lastIndexOf(', page'))

const holdsAll = ({ terms }: Question, { lemmas, context }: Statement): boolean =>
  terms.every((term) => term.weight < 1 || weightIn(lemmas, term) > 0 || weightIn(context, term) > 0)

/** The only number of a statement with what it counts; undefined where it has none or several. */
function soleValueOf({ words }: Statement): { readonly number: string; readonly unit: string } | undefined {
  const numbers = words.flatMap((word, at) => (isNumber(word) ? [at] : []))
  const [at] = numbers
  if (at === undefined) return undefined
  const isAlone = numbers.length === 1
  const unit = /^[12]\d{3}$/.test(words[at] ?? '') ? 'year' : (words[at + 1] ?? '')
  return isAlone || unit !== '' ? { number: words[at] ?? '', unit } : undefined
}
