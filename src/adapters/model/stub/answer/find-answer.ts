import { isKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { isAuxiliary } from '../language/verbs.js'
import { needsForm } from '../question/expectation.js'
import type { Question } from '../question/read-question.js'
import type { Persona } from '../statements/persona.js'
import type { PlayerStatement } from '../statements/player.js'
import type { Statement } from '../statements/statement.js'
import type { StatementIndex } from '../statements/statement-index.js'
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

/** What is hardly about it, or has no reason for a "Why?", is not even likely to answer. */
const LEAST_COVERAGE = 0.15
const GIVES_REASON = 1.2

/**
 * The candidates that may answer where the rules are sure of none, the best first. Whom a question with a pronoun means is
 * too uncertain for that.
 */
export const possibleAnswers = (question: Question, candidates: readonly Found[]): readonly Found[] =>
  candidates
    .filter(
      (each) =>
        !(question.isFollowUp && !question.asksYou) &&
        mayAnswer(question, each) &&
        !isOfRelative(question, each.statement) &&
        each.coverage >= LEAST_COVERAGE &&
        each.fit >= (question.kind === 'why' ? GIVES_REASON : WELL_ENOUGH_FORMED),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, POSSIBLE_MAX)

const POSSIBLE_MAX = 24

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
  return [
    ...rate(own.search(terms), question, lastReply),
    ...rate(documents.search(terms), question, lastReply),
    ...(isOnlyOfCharacter(question) ? [] : rate(player.search(terms), question, lastReply)),
  ]
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

const isOfPlayer = ({ source }: Statement) => source === 'told' || source === 'remembered'

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
