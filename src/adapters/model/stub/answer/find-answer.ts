import { associatesOf } from '../language/associations.js'
import { isKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { isAuxiliary } from '../language/verbs.js'
import { needsForm } from '../question/expectation.js'
import type { Question } from '../question/read-question.js'
import type { Persona } from '../statements/persona.js'
import type { PlayerStatement } from '../statements/player.js'
import { isOfPlayer, type Statement } from '../statements/statement.js'
import { type QueryTerm, type StatementIndex, weightIn } from '../statements/statement-index.js'
import { RELATIVE } from './lack.js'
import { isUnowned } from './ownership.js'
import { type Found, rate } from './rate.js'

/** All that an answer can draw on. */
export type Sources = {
  readonly persona: Persona
  readonly own: StatementIndex
  readonly documents: StatementIndex
  readonly player: StatementIndex<PlayerStatement>
  /** What the character said last: answers that follow up on it are near. */
  readonly lastReply: string
}

/** What may answer: the best by the rules, and all that has to do with it. */
export type Answers = { readonly found: readonly Found[]; readonly candidates: readonly Found[] }

/** How much of a question a statement must cover to answer it. */
const COVERED = { self: 0.48, player: 0.42 } as const
/** Somebody who says "Tell me about it" wants whatever there is. */
const COVERED_BY_TALE = 0.36
const COVERED_BY_DEED = 0.34
/** Beside the best, what is nearly as good. */
const NEARLY = 0.8
/** What has not the form of an answer, such as a number for "How much?" or a place for "Where?", is none. */
const WELL_ENOUGH_FORMED = 0.78
/** What lacks the form that an answer must have is one only if it covers nearly all. */
const NEARLY_ALL = 0.8

/** The statements that answer a question, the best first; none if nothing answers it. */
export function findAnswers(question: Question, candidates: readonly Found[]): readonly Found[] {
  const found = candidates
    .filter((candidate) => {
      const { statement, coverage, fit, isWhole, held } = candidate
      if (!mayAnswer(question, candidate)) return false
      const enough = isOfPlayer(statement) ? COVERED.player : COVERED.self
      const least = isSaidOfMe(question, statement, { fit, held })
        ? COVERED_BY_DEED
        : (leastOf(question, fit, isWhole) ?? enough)
      return coverage >= least && fit >= WELL_ENOUGH_FORMED
    })
    .sort((a, b) => b.score - a.score)
  const [best] = found
  return best === undefined ? [] : withoutParts(found.filter(({ score }) => score >= best.score * NEARLY))
}

/** Whether a candidate is of those whose matter it is, and of whoever did it. */
const mayAnswer = (question: Question, { statement, coverage }: Found): boolean =>
  !isForeignMatter(question, statement, coverage) &&
  !(isOtherRole(question, statement) && !isAllAsked(question, coverage)) &&
  !isUnowned(question, statement) &&
  !isFearOfMe(question, statement)

/** "A client sends a postcard" for "Who sends you postcards?": not the verb alone. */
const isAllAsked = ({ terms }: Question, coverage: number): boolean =>
  coverage >= NEARLY_ALL && terms.filter(({ weight }) => weight >= 1).length > 1

/** What has no reason for a "Why?" is not even likely to answer. */
const GIVES_REASON = 1.2

/** Whether a candidate may answer though the rules are not sure of it. */
export const isPossible = (question: Question, candidate: Found): boolean =>
  mayAnswer(question, candidate) &&
  !isOfAnother(question, candidate.statement) &&
  !isYetToCome(question, candidate.statement) &&
  !lacksHead(question, candidate.statement) &&
  !isOfRelative(question, candidate.statement) &&
  candidate.fit >= (question.kind === 'why' ? GIVES_REASON : WELL_ENOUGH_FORMED)

/** Asked for a ticket to Riga, for Monday or for the year 2021, it tells of another one. */
const isOfAnother = (
  { terms, focus: { names } }: Question,
  { lemmas, context, about, words }: Statement,
): boolean =>
  terms.some(
    ({ lemma }) =>
      (names.has(lemma) ||
        WEEKDAY.test(lemma) ||
        (YEAR.test(lemma) && words.some((word) => YEAR.test(word)))) &&
      !lemmas.includes(lemma) &&
      !context.includes(lemma) &&
      !about.includes(lemma),
  )

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/
const YEAR = /^1\d{3}$|^2\d{3}$/

/** Asked for the menu of the restaurant, it tells something else of it, and nothing that comes to mind with a menu. */
const lacksHead = ({ terms, focus: { heads } }: Question, { lemmas, context, about }: Statement): boolean => {
  const missing = terms.filter(
    (term) => heads.has(term.lemma) && weightIn([...lemmas, ...context, ...about], term) === 0,
  )
  return missing.some(({ lemma }) => {
    const associates = associatesOf(lemma)
    return !lemmas.some((other) => associates.has(other))
  })
}

const ASKS_LIKING =
  /^(?:and |so |but )?(?:do|did|don't|would) you (?:really |still |also )?(?:like|love|enjoy|hate|dislike|fancy|adore|mind|fear)\b/i
const LIKING = /^(?:like|love|enjoy|hate|dislike|fancy|adore|mind|fear)$/

/** Who hates soup has not said whether they love the sea: what is liked must be there, and not the liking alone. */
function ofWhatIsLiked({ text, terms }: Question, candidates: readonly Found[]): readonly Found[] {
  const liked = ASKS_LIKING.test(text) ? terms.filter(({ lemma }) => !LIKING.test(lemma)) : []
  if (liked.length === 0) return candidates
  return candidates.filter(({ statement: { lemmas, context } }) =>
    liked.some((term) => weightIn(lemmas, term) > 0 || weightIn(context, term) > 0),
  )
}

/** How long something has been so is not told by what is yet to come. */
const isYetToCome = ({ text }: Question, { text: told }: Statement): boolean =>
  /^how long (?:have|has)\b/i.test(text) && /\b(?:will|due|going to)\b/i.test(told)

/** Asked of "you", what is said of somebody else by their relation is a guess. */
const isOfRelative = ({ asksYou, kind, terms }: Question, { source, text }: Statement): boolean =>
  asksYou &&
  kind !== 'who' &&
  source === 'persona' &&
  RELATIVE.test(text) &&
  !terms.some(({ lemma }) => isKin(lemma))

/** "How long have you cooked on this ship?" by "I have cooked on the Widow for twelve years": the deed and the form are there. */
const isSaidOfMe = (
  { kind, asksYou, terms, focus: { verb } }: Question,
  { words, lemmas }: Statement,
  { fit, held }: Pick<Found, 'fit' | 'held'>,
): boolean =>
  needsForm(kind) &&
  fit >= 1.15 &&
  asksYou &&
  verb !== undefined &&
  lemmas.includes(verb) &&
  /^(?:i|i'm|i've)$/.test(words[0] ?? '') &&
  terms.some(({ lemma }, at) => lemma === verb && (held & (1 << at)) !== 0)

/** What has the form of an answer beyond doubt needs fewer of the words. */
function leastOf({ kind }: Question, fit: number, isWhole: boolean): number | undefined {
  if (kind === 'tell') return COVERED_BY_TALE
  if (kind === 'how many' && fit >= 1.3) return isWhole ? 0.2 : 0.4
  return kind === 'why' && fit > 1.2 ? 0.3 : undefined
}

/** Whatever shares words with a question, with what speaks for it and against it. */
export function candidatesFor(question: Question, sources: Sources): readonly Found[] {
  const { own, documents, player, lastReply } = sources
  const { terms } = question
  return ofWhatIsLiked(question, [
    ...rate(own.search(terms), question, lastReply),
    ...rate(documents.search(terms), question, lastReply),
    ...(isOnlyOfCharacter(question) ? [] : rate(player.search(terms), question, lastReply)),
  ])
}

/** What covers so little of a question is looked at when the words that come to mind with it count, too. */
const LEAST_BY_ASSOCIATION = 0.06
/** Rating takes time: of each source, those that cover most are. */
const WIDER_MAX = 60
/** Of what the word itself would count. */
const ASSOCIATION = 0.3

/** What is not among the candidates, but shares a word with a question that comes to mind with it. */
export function widerCandidates(
  question: Question,
  candidates: readonly Found[],
  { own, documents, player, lastReply }: Sources,
): readonly Found[] {
  const known = new Set(candidates.map(({ statement }) => statement))
  const terms = question.terms.map(withAssociates)
  const indexes = isOnlyOfCharacter(question) ? [own, documents] : [own, documents, player]
  const found = indexes.flatMap((index) =>
    rate(
      index
        .search(terms, LEAST_BY_ASSOCIATION)
        .filter(({ statement }) => !known.has(statement))
        .sort((a, b) => b.coverage - a.coverage)
        .slice(0, WIDER_MAX),
      { ...question, terms },
      lastReply,
    ),
  )
  return ofWhatIsLiked(question, found)
}

function withAssociates(term: QueryTerm): QueryTerm {
  const variants = new Map(term.variants)
  for (const [lemma, closeness] of associatesOf(term.lemma))
    if (!variants.has(lemma)) variants.set(lemma, ASSOCIATION * closeness)
  return { ...term, variants }
}

/** "Do you eat meat?" is not answered by what the player eats. */
const isOnlyOfCharacter = ({ about, asksYou, words }: Question): boolean =>
  about === 'self' &&
  (asksYou || words.some((word) => /^(?:you|your|yours|yourself)$/.test(word))) &&
  !words.some((word) => /^(?:i|me|my|mine|we|us|our|know|remember|recall|heard|told)$/.test(word))

/** "Who flies with you?" is not answered by "I flew for the fleet". */
function isOtherRole({ kind, words, focus: { verb } }: Question, statement: Statement): boolean {
  // "Who brought you up?": what somebody did to nobody named "me" tells nothing of it.
  if (
    kind === 'who' &&
    words[0] === 'who' &&
    words[2] === 'you' &&
    !isAuxiliary(words[1] ?? '') &&
    statement.source === 'persona' &&
    !statement.words.some((word) => /^(?:i|me|my|us|we|our|i'm|i've)$/.test(word)) &&
    statement.context.length === 0
  )
    return true
  if (kind !== 'who' || verb === undefined || words[0] !== 'who' || lemmaOf(words[1] ?? '') !== verb)
    return false
  const [subject, ...behind] = statement.words
  return (
    subject === 'i' &&
    lemmaOf(behind.find((word) => !isAuxiliary(word)) ?? '') === verb &&
    !behind.some((word) => /^(?:by|was|been|am)$/.test(word))
  )
}

/** "a terrier that is afraid of me" says nothing of what the character fears. */
const isFearOfMe = ({ text }: Question, { text: told }: Statement): boolean =>
  /\b(?:you|your)\b/i.test(text) && /\b(?:afraid|scared|frightened|terrified) of (?:me|us)\b/i.test(told)

/** Nobody knows from their own life, or from a book, what belongs to somebody else. */
const isForeignMatter = (
  { about, asksAdvice }: Question,
  { source, text }: Statement,
  coverage: number,
): boolean =>
  about === 'player' &&
  !asksAdvice &&
  // A grandmother knows who "your mother" is.
  ((source === 'persona' && !/\byours?\b/i.test(text)) || (source === 'document' && coverage < NEARLY_ALL))

/** Of a sentence and its clauses only the best. */
const withoutParts = (found: readonly Found[]): readonly Found[] =>
  found.filter(
    ({ statement }, at) =>
      !found
        .slice(0, at)
        .some((better) => isPartOf(better.statement, statement) || isPartOf(statement, better.statement)),
  )

const isPartOf = (part: Statement, whole: Statement): boolean => {
  const words = part.words.slice(-3).join(' ')
  return part.isClause && !whole.isClause && ` ${whole.words.join(' ')} `.includes(` ${words} `)
}
