import { lemmaOf } from '../language/lemma.js'
import { isFunctionWord } from '../language/text.js'
import { fitOf, needsForm } from '../question/expectation.js'
import type { QuestionKind } from '../question/question-kind.js'
import type { Question } from '../question/read-question.js'
import { withoutTail } from '../statements/clauses.js'
import { createStatement, type Statement } from '../statements/statement.js'
import { weightIn } from '../statements/statement-index.js'
import type { Found } from './rate.js'

/** These are answered by one fact; whoever asks for more gets the whole sentence. */
const ONE_FACT: ReadonlySet<QuestionKind> = new Set([
  ...(['who', 'what', 'which', 'where', 'when', 'how', 'yes-no'] as const),
  ...(['how many', 'how much', 'how long', 'how old'] as const),
])
/** What explains the answer is dropped only from these. */
const BARE: ReadonlySet<QuestionKind> = new Set([
  ...(['when', 'how many', 'how much', 'how long', 'how old'] as const),
])

/**
 * The part of a sentence that answers, without what else it tells: of "The hut was built in 1938 and enlarged in 1974" the
 * second half for "When was it enlarged?". The whole where no part holds all that was found in it.
 */
export function narrow(question: Question, found: Found): Found {
  if (!ONE_FACT.has(question.kind)) return found
  const part = partOf(question, found.statement)
  const bare =
    BARE.has(question.kind) ||
    (/^wh/.test(question.kind) && / (?:because|since) /.test(part.text)) ||
    (question.asksYou && /^wh/.test(question.kind) && ASIDE.test(part.text))
      ? withoutExplanation(question, part)
      : part
  return bare === found.statement ? found : { ...found, statement: bare }
}

function partOf(question: Question, whole: Statement): Statement {
  const needed = heldBy(question, whole) & ~ofWhich(question)
  const fit = fitOf(question, whole)
  const isFormal = needsForm(question.kind) || question.kind === 'where'
  const fits = (part: Statement) => !isFormal || fitOf(question, part) >= Math.min(fit, 1)
  const says = (part: Statement) => !isOpen(question.kind) || !ONLY_HAS.test(part.text)
  // What the sentence goes back to its parts do, too.
  const holds = (part: Statement) =>
    (needed & ~heldBy(question, { lemmas: part.lemmas, context: [...part.context, ...whole.context] })) === 0
  const holding = whole.parts.filter((part) => says(part) && holds(part) && fits(part))
  // A part that speaks of what was asked itself comes before one that goes back to it.
  return (
    holding.find((part) => (needed & ~heldBy(question, { ...part, context: [] })) === 0) ??
    holding[0] ??
    partWithSameWords(question, whole, fits) ??
    whole
  )
}

/** Asked for a number or a time, a part that holds all that the whole holds word for word: the rest of it matched by chance. */
function partWithSameWords(
  question: Question,
  whole: Statement,
  fits: (part: Statement) => boolean,
): Statement | undefined {
  if (/^(?:where|who|yes-no)$/.test(question.kind)) return undefined
  const exact = question.terms.filter(({ lemma, weight }) => weight >= 1 && whole.lemmas.includes(lemma))
  if (exact.length === 0) return undefined
  return whole.parts.find(
    (part) =>
      exact.every(({ lemma }) => part.lemmas.includes(lemma)) && fitOf(question, part) >= 1 && fits(part),
  )
}

/** "…, which I would never admit" */
const ASIDE = /, (?:which|who|whose|although|though|even though) /

/** Nothing tells by its form whether a sentence answers. */
const isOpen = (kind: QuestionKind) => kind === 'what' || kind === 'which' || kind === 'how'
/** Says only that there is something of which more may follow. */
const ONLY_HAS = /^(?:I|We|There) (?:have|had|got|are|is|keep) /

function withoutExplanation(question: Question, whole: Statement): Statement {
  const text = withoutTail(whole.text)
  if (text === undefined) return whole
  const { context, source, place } = whole
  const bare = createStatement(text, source, {
    context,
    isClause: true,
    ...(place === undefined ? {} : { place }),
  })
  const needed = heldBy(question, whole)
  const isAll = (needed & ~heldBy(question, bare)) === 0
  return isAll && (!needsForm(question.kind) || fitOf(question, bare) >= 1) ? bare : whole
}

/** In "Which of your sons is a baker?" only what is asked of the sons must be there. */
function ofWhich({ kind, terms, words }: Question): number {
  if (kind !== 'which') return 0
  const after = words.slice(words.indexOf('which') + 1).find((word) => !isFunctionWord(word)) ?? ''
  const at = terms.findIndex(({ lemma }) => lemma === lemmaOf(after))
  return at < 0 ? 0 : 1 << at
}

/** Whether words hold a term; one that counts little must be there itself. */
function isHeld(
  term: Question['terms'][number],
  { lemmas, context }: Pick<Statement, 'lemmas' | 'context'>,
  countsVague: boolean,
): boolean {
  if (term.weight < 1) return countsVague && lemmas.includes(term.lemma)
  return weightIn(lemmas, term) > 0 || weightIn(context, term) > 0
}

/** The terms that a statement holds, a bit each. */
function heldBy({ terms, kind }: Question, statement: Pick<Statement, 'lemmas' | 'context'>): number {
  return terms.reduce(
    (bits, term, at) => (isHeld(term, statement, isOpen(kind)) ? bits | (1 << at) : bits),
    0,
  )
}
