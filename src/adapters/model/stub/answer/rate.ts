import { lemmaOf } from '../language/lemma.js'
import { baseOfPast, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { fitOf } from '../question/expectation.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import type { Match } from '../statements/statement-index.js'
import { evidenceOf } from './evidence.js'
import { DENIES, lackOf, nameFit, RELATIVE, WITHOUT_VERB } from './lack.js'

/** A statement that shares words with a question, and how well it answers. */
export type Found = {
  readonly statement: Statement
  readonly score: number
  readonly coverage: number
  readonly fit: number
  /** It lacks nothing that an answer must hold. */
  readonly isWhole: boolean
  /** Which of the question's terms it holds, a bit each. */
  readonly held: number
}

const SAME_TENSE = 0.04

/** What speaks for each match as the answer, and against it. `lastReply` is what the character said last. */
export function rate(matches: readonly Match<Statement>[], question: Question, lastReply: string): Found[] {
  const covered = new Map(matches.map(({ statement, coverage }) => [statement, coverage]))
  return matches.map((match) => {
    const { statement, at, held } = match
    const lack = lackOf(question, match)
    const together = ofAnything(question, statement, togetherOf(match, covered))
    const meant = together * lack * evidenceOf(question, statement)
    const coverage = Math.max(meant, isProhibition(question, statement) ? PROHIBITED : 0)
    const fit = fitOf(question, statement) * nameFit(question, statement)
    const ofTense = question.kind === 'yes-no' ? 3 * SAME_TENSE : SAME_TENSE
    const tense = statement.isPast === question.isPast ? ofTense : 0
    const near = question.isFollowUp && lastReply.includes(statement.text) ? 0.12 : 0
    const length = statement.lemmas.length * (question.kind === 'tell' ? 0.001 : 0.006)
    const order = statement.source === 'told' || statement.source === 'remembered' ? at * 0.002 : -at * 0.0005
    const deed = deedOf(question, statement)
    const event = eventOf(question, statement)
    const stranded = strandedIn(question, statement) ? 0.15 : 0
    const former = question.asksFormer && !statement.isPast && !FORMER.test(statement.text) ? 0.4 : 1
    const score =
      former * coverage * fit * trustOf(statement, question) +
      tense +
      ofSubject(question, statement) +
      identityOf(question, statement) +
      (PLANNED.test(statement.text) && !PLANNED.test(question.text) ? -0.2 : 0) +
      stranded +
      event +
      deed +
      near -
      length +
      order
    return { statement, coverage: coverage * former, fit, score, held, isWhole: lack >= WITHOUT_VERB }
  })
}
const FOR_EVENT = 0.2
const ASKS_IDENTITY =
  /^(?:[Aa]nd |[Ss]o |[Bb]ut )?[Ww]ho(?:['’]s| is| was| are| were) \p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,4}\??$/u
const ASKS_ROLE = /^(?:and |so |but )?who(?:['’]s| is| was| are| were) (?:your|my|the) [\p{L}-]+\s*\??$/iu
const TELLS_ROLE =
  /^(?:My|Our|Your|The) (?:[\p{L}'’-]+ ){1,4}?(?:is|was|are|were) (?:an?|the|my|our|both|one of) /u
const TELLS_WHO = 0.2

/** "Who is Grimsby?" is answered by what says what he is: "a butler, Grimsby". */
const identityOf = ({ text, terms }: Question, { roles, text: told }: Statement): number =>
  (ASKS_ROLE.test(text) && TELLS_ROLE.test(told)) ||
  (ASKS_IDENTITY.test(text) &&
    roles.some(
      ({ name, role }) =>
        role !== 'i' && terms.some(({ lemma }) => name.toLowerCase().split(' ').map(lemmaOf).includes(lemma)),
    ))
    ? TELLS_WHO
    : 0

/** What was to be is not what is. */
const PLANNED = /\b(?:was|were) (?:first |originally )?(?:planned|supposed|meant|intended|scheduled)\b/i

/** Asked what "you" do, what somebody else does is hardly an answer. */
function ofSubject(question: Question, { source, words, text }: Statement): number {
  const isAskedOfMe = question.kind === 'yes-no' && OF_ME.test(question.text)
  const isOwn =
    source !== 'persona' ||
    !question.asksYou ||
    (/^(?:i|i'm|i've|my|we|our)$/.test(words[0] ?? '') && !(isAskedOfMe && RELATIVE.test(text)))
  // Asked what "you" did to somebody, what they did is no answer.
  const asksDeed = question.kind === 'what' && question.focus.verb === undefined && DOES.test(question.text)
  const ofOthers = asksDeed || isAskedOfMe ? -0.3 : -0.1
  return isOwn ? 0 : ofOthers
}

const OF_ME = /^(?:do|does|did|can|could|will|would|have|are|were) you\b/i

/** "I cannot taste anything" holds for drinks, too. */
function ofAnything(
  { kind, focus: { verb } }: Question,
  { lemmas, words }: Statement,
  coverage: number,
): number {
  const isAny = words.some((word) =>
    /^(?:anything|nothing|everything|anyone|anybody|everybody|everyone|nobody)$/.test(word),
  )
  return kind === 'yes-no' && isAny && verb !== undefined && lemmas.includes(verb)
    ? coverage + (1 - coverage) * 0.6
    : coverage
}

/** What two clauses only hold between them need not belong together: "My father was a whaler; my mother kept a house." */
function togetherOf(
  { statement, coverage }: Match<Statement>,
  covered: ReadonlyMap<Statement, number>,
): number {
  if (statement.parts.length === 0) return coverage
  const best = Math.max(...statement.parts.map((part) => covered.get(part) ?? 0))
  return best + (coverage - best) * ACROSS
}

/** "What are you made of?" by "made of clay". */
function strandedIn({ words, terms }: Question, { words: told }: Statement): boolean {
  const preposition = words.at(-1) ?? ''
  if (!/^(?:of|with|from|for|in|on|at|by|to|against|after|about|without|under)$/.test(preposition))
    return false
  const verb = lemmaOf(words.at(-2) ?? '')
  return (
    terms.some(({ lemma }) => lemma === verb) &&
    told.some((word, at) => word === preposition && lemmaOf(told[at - 1] ?? '') === verb)
  )
}

/** "What does Basile do?" is answered by what he does or is for a living, not by what he is called or how old he is. */
const ASKS_DEED_OF =
  /^(?:and |so )?what (?:does|do|did) (?!you\b|i\b|it\b)(?:(?!like|love|want|have|need|hope|plan)[\p{L}'’]+ ){1,3}do\b/iu
const tellsDeed = ({ words, text }: Statement): boolean => {
  const at = words.findIndex((word, index) => index > 0 && isFiniteVerb(word))
  if (at < 0) return false
  if (/^(?:would|could|should|might|may|must)$/.test(words[at] ?? '')) return false
  if (!/^(?:am|is|was|are|were)$/.test(words[at] ?? ''))
    return (
      at > 0 && (!/^(?:has|had|have)$/.test(words[at] ?? '') || baseOfPast(words[at + 1] ?? '') !== undefined)
    )
  return (
    /^(?:a|an|the|in|both|\p{L}+(?:ing|ers))$/u.test(words[at + 1] ?? '') &&
    !/\b(?:called|named)\b/.test(text)
  )
}
const HAPPENED = /\bwhat (?:has )?happened (?:to|with)\b/i
/** Something that came about, rather than what somebody or something was. */
const ofEvent = ({ isPast, words }: Statement): boolean =>
  isPast &&
  !(
    /^(?:was|were|had)$/.test(words.find(isFiniteVerb) ?? '') &&
    !words.some(
      (word, at) =>
        /^(?:was|were)$/.test(words[at - 1] ?? '') &&
        /(?:ed|en|t|n)$/.test(word) &&
        baseOfPast(word) !== undefined,
    )
  )
/** Asked what happened to somebody, what came about speaks for a statement, the more so if it came about to them. */
function eventOf(question: Question, statement: Statement): number {
  if (!HAPPENED.test(question.text)) return 0
  if (!ofEvent(statement)) return -FOR_EVENT
  return isBefallen(question, statement) ? 1.5 * FOR_EVENT : FOR_EVENT
}

/** Asked what somebody does, what tells no deed speaks against a statement, and what tells one of somebody else. */
function deedOf(question: Question, statement: Statement): number {
  if (!ASKS_DEED_OF.test(question.text)) return 0
  return (tellsDeed(statement) ? 0 : -0.25) + (isBefallen(question, statement) ? 0 : -0.1)
}

/** It begins with whom it happened to: "Dax was killed" of a brother Dax. */
const isBefallen = ({ terms }: Question, { words, context }: Statement): boolean => {
  const start = words.slice(0, 4).map(lemmaOf)
  return terms.some(
    ({ lemma, weight }) =>
      weight >= 1 && (start.includes(lemma) || (words[0] !== 'i' && context.includes(lemma))),
  )
}
const DOES = /\b(?:did|do) you do\b/i
/** It says how something was before. */
const FORMER = /\b(?:used to|before|formerly|previously|from|until|once|was|were|had been|ex-\p{L}+)\b/iu
const PROHIBITED = 0.62
const ACROSS = 0.5

/** "No dogs": whatever is to be done with one. */
const isProhibition = (
  { asksAdvice, kind, terms }: Question,
  { words, source, isNegated }: Statement,
): boolean =>
  isNegated &&
  asksAdvice &&
  kind === 'yes-no' &&
  source !== 'told' &&
  source !== 'remembered' &&
  words.some((word, at) => {
    const next = lemmaOf(words[at + 1] ?? '')
    return (
      word === 'no' && terms.some(({ lemma, weight }) => weight >= 1 && lemma === next && !isBaseVerb(lemma))
    )
  })
/** What is asked about the player is known from the player, what is asked about the character is not. */
function trustOf({ source, lemmas, text }: Statement, { about, asksAdvice, terms }: Question): number {
  const isOfPlayer = source === 'told' || source === 'remembered' || source === 'said'
  if (about === 'player') {
    if (isOfPlayer) return source === 'said' || (asksAdvice && !DENIES.test(text)) ? 1 : 1.25
    if (asksAdvice) return 1
    return source === 'document' ? 0.7 : 0.5
  }
  if (!isOfPlayer) return source === 'document' ? 0.97 : 1
  return terms.every(({ lemma }) => lemmas.includes(lemma)) ? 0.8 : 0.6
}
