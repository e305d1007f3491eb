import { isBaseVerb } from '../language/verbs.js'
import { fitOf, needsForm } from '../question/expectation.js'
import type { QuestionKind } from '../question/question-kind.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import type { StatementIndex } from '../statements/statement-index.js'
import type { Sources } from './find-answer.js'
import type { Found } from './rate.js'

const COMBINED: ReadonlySet<QuestionKind> = new Set([
  ...(['who', 'what', 'which', 'where', 'when'] as const),
  ...(['how many', 'how much', 'how long', 'how old'] as const),
])
/** Statements that a second one is looked for, and words by which it may hang together with the first. */
const FIRSTS_MAX = 4
const LINKS_MAX = 4
/** A word in more statements than these links nothing. */
const COMMON = 4
/** Words that stand in sentences about anything. */
const MEASURES = new Set(
  'dollar euro pound crown cent year month week hour minute time people thing place money number'.split(' '),
)
const NO_VARIANTS: ReadonlyMap<string, number> = new Map()

/**
 * Two statements that only together answer: "My sister is Flora." and "Flora is twelve." for "How old is your sister?".
 * They share a word that the question has not, and hold between them everything that it asks for.
 */
export function combineFacts(
  question: Question,
  sources: Sources,
  candidates: readonly Found[],
): readonly Found[] {
  // Of two sentences neither says what something is called that the other names.
  if (
    !COMBINED.has(question.kind) ||
    (question.asksName && question.focus.names.size > 0) ||
    question.isFollowUp ||
    question.asksFormer
  )
    return []
  const asked = bitsOf(question)
  if (asked === 0) return []
  const firsts = candidates
    .filter(
      ({ held, statement }) => (held & asked) !== 0 && !statement.isClause && holdsAny(statement, question),
    )
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, FIRSTS_MAX)
  for (const first of firsts) {
    const second = secondFor(first, { question, asked, index: indexOf(first.statement, sources) })
    if (second !== undefined) return [first, { ...first, statement: second }]
  }
  return []
}

/** The terms that count in full, a bit each. */
const bitsOf = ({ terms }: Question): number =>
  terms.reduce((bits, { weight }, at) => (weight >= 1 ? bits | (1 << at) : bits), 0)

function indexOf({ source }: Statement, { own, documents, player }: Sources): StatementIndex {
  if (source === 'persona') return own
  return source === 'document' ? documents : player
}

type Wanted = { readonly question: Question; readonly asked: number; readonly index: StatementIndex }

function secondFor(first: Found, { question, asked, index }: Wanted): Statement | undefined {
  const missing = asked & ~first.held
  // Only the verb is missing: the first one says it in its own words.
  if (
    question.terms.every(({ lemma }, at) => (missing & (1 << at)) === 0 || lemma === question.focus.verb) &&
    missing !== 0
  )
    return undefined
  const isOfQuestion = (lemma: string) =>
    question.terms.some((term) => term.lemma === lemma || term.variants.has(lemma))
  for (const lemma of linksOf(first.statement)
    .filter((each) => !isOfQuestion(each))
    .slice(0, LINKS_MAX)) {
    const linked = index
      .search([{ lemma, weight: 1, variants: NO_VARIANTS }])
      .map(({ statement }) => statement)
    if (linked.length > COMMON) continue
    const second = linked.find((statement) => {
      if (statement === first.statement || statement.isClause) return false
      if (hasForm(question.kind) && fitOf(question, statement) < 1) return false
      // Without anything more that was asked for, it must have the form that the first one lacks.
      if (missing === 0)
        return (
          (first.fit < 1 || lacksDwelling(question, first.statement)) &&
          fitOf(question, statement) >= 1 &&
          isAbout(statement, question, lemma) &&
          (question.kind === 'who' ||
            !needsForm(question.kind) ||
            isNameOfAsked(lemma, first.statement, question))
        )
      return holds(statement, question, missing)
    })
    if (second !== undefined) return second
  }
  return undefined
}

/** Of two statements together one has the form of the answer. */
const hasForm = (kind: QuestionKind): boolean => needsForm(kind) || kind === 'how much'

/** "Where does your daughter live?" by "… a teacher from Dunmore, and we had one daughter, Imelda." */
const lacksDwelling = ({ kind, terms }: Question, { lemmas }: Statement): boolean =>
  kind === 'where' && terms.some(({ lemma }) => lemma === 'live' && !lemmas.includes(lemma))

/** In its own words, not only in those it goes back to. */
const holdsAny = ({ lemmas }: Statement, { terms }: Question): boolean =>
  terms.some(
    ({ lemma, weight, variants }) =>
      weight >= 1 && lemmas.some((each) => each === lemma || variants.has(each)),
  )

/** It speaks of the link, and of anything that the question names though it counts little: "live", "old". */
const isAbout = ({ lemmas }: Statement, { terms, kind }: Question, link: string): boolean =>
  lemmas.includes(link) &&
  (needsForm(kind) || terms.some(({ lemma, weight }) => weight < 1 && lemmas.includes(lemma)))

/** "Flora" of "My sister is Flora", asked for the sister: what is said of her answers, what is said of a town in it does not. */
const isNameOfAsked = (link: string, { roles }: Statement, { terms }: Question): boolean =>
  roles.some(
    ({ name, role }) =>
      name
        .toLowerCase()
        .split(' ')
        .some((part) => part.startsWith(link)) &&
      terms.some(({ lemma, variants }) => lemma === role || variants.has(role)),
  )

/** Names first, then the other words, the longest first. */
function linksOf({ text, lemmas }: Statement): readonly string[] {
  const names = new Set((text.match(/(?<=\p{L},? )\p{Lu}\p{Ll}+/gu) ?? []).map((name) => name.toLowerCase()))
  const isName = (lemma: string) => [...names].some((name) => name.startsWith(lemma))
  const longest = lemmas
    .filter((lemma) => lemma.length > 3 && !MEASURES.has(lemma) && !isBaseVerb(lemma))
    .toSorted((a, b) => b.length - a.length)
  return [...new Set([...lemmas.filter(isName), ...longest])]
}

const holds = ({ lemmas }: Statement, { terms }: Question, bits: number): boolean =>
  terms.every(
    ({ lemma, variants }, at) =>
      (bits & (1 << at)) === 0 || lemmas.some((each) => each === lemma || variants.has(each)),
  )
