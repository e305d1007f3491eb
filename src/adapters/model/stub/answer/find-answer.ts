import { lemmaOf } from '../language/lemma.js'
import { baseOfPast, isAuxiliary, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { fitOf, needsForm } from '../question/expectation.js'
import type { Question } from '../question/read-question.js'
import type { Persona } from '../statements/persona.js'
import type { PlayerStatement } from '../statements/player.js'
import type { Statement } from '../statements/statement.js'
import type { Match, StatementIndex } from '../statements/statement-index.js'

/** All that an answer can draw on. */
export type Sources = {
  readonly persona: Persona
  readonly own: StatementIndex
  readonly documents: StatementIndex
  readonly player: StatementIndex<PlayerStatement>
  /** What the character said last: answers that follow up on it are near. */
  readonly lastReply: string
}

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

/** How much of a question a statement must cover to answer it. */
const COVERED = { self: Number(process.env.CS ?? 0.48), player: 0.42 } as const
/** Somebody who says "Tell me about it" wants whatever there is. */
const COVERED_BY_TALE = 0.36
const COVERED_BY_DEED = 0.34
const SAME_TENSE = 0.04
/** Beside the best, what is nearly as good. */
const NEARLY = 0.8
/** What lacks the form that an answer must have is one only if it covers nearly all. */
const NEARLY_ALL = 0.8

/** The statements that answer a question, the best first; none if nothing answers it. */
export function findAnswers(question: Question, sources: Sources): readonly Found[] {
  const found = candidatesFor(question, sources)
    .filter(({ statement, coverage, fit, isWhole, held }) => {
      if (isForeignMatter(question, statement, coverage) || isOtherRole(question, statement)) return false
      const enough = isOfPlayer(statement) ? COVERED.player : COVERED.self
      const least = isSaidOfMe(question, statement, { fit, held })
        ? COVERED_BY_DEED
        : (leastOf(question, fit, isWhole) ?? enough)
      return coverage >= least && (fit >= 0.78 || !(needsForm(question.kind) || question.asksName))
    })
    .sort((a, b) => b.score - a.score)
  const [best] = found
  return best === undefined ? [] : withoutParts(found.filter(({ score }) => score >= best.score * NEARLY))
}

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
  const { own, documents, player } = sources
  const { terms } = question
  return [
    ...rate(own.search(terms), question, sources),
    ...rate(documents.search(terms), question, sources),
    ...(isOnlyOfCharacter(question) ? [] : rate(player.search(terms), question, sources)),
  ]
}

/** "Do you eat meat?" is not answered by what the player eats. */
const isOnlyOfCharacter = ({ about, asksYou, words }: Question): boolean =>
  about === 'self' &&
  (asksYou || words.some((word) => /^(?:you|your|yours|yourself)$/.test(word))) &&
  !words.some((word) => /^(?:i|me|my|mine|we|us|our|know|remember|recall|heard|told)$/.test(word))

/** "Who flies with you?" is not answered by "I flew for the fleet". */
function isOtherRole({ kind, words, focus: { verb } }: Question, statement: Statement): boolean {
  if (kind !== 'who' || verb === undefined || words[0] !== 'who' || lemmaOf(words[1] ?? '') !== verb)
    return false
  const [subject, ...behind] = statement.words
  return (
    subject === 'i' &&
    lemmaOf(behind.find((word) => !isAuxiliary(word)) ?? '') === verb &&
    !behind.some((word) => /^(?:by|was|been|am)$/.test(word))
  )
}

const isOfPlayer = ({ source }: Statement) => source === 'told' || source === 'remembered'

/** What a statement counts that lacks something of what is asked for. */
const WITHOUT_NAME = 0.4
const WITHOUT_HEAD = 0.6
const WITHOUT_VERB = 0.95
/** Who did it, and where, is told only by what says that it was done. */
const WITHOUT_VERB_OF: Readonly<Partial<Record<Question['kind'], number>>> = { who: 0.6, where: 0.8 }
const OF_ANOTHER = 0.5
const WITHOUT_DENIAL = 0.6
/** What is asked for with a "not" is not answered by what is so; "Why not?" may be. */
const WANTS_DENIAL: ReadonlySet<Question['kind']> = new Set(['yes-no', 'what', 'which', 'who', 'where'])
const DENIES =
  /\b(?:allergic|intolerant|dislikes?|hates?|detest|loathe|afraid|avoid|vegan|vegetarian|diabetic|only|except)\b/i

/** How much of what an answer must hold a statement lacks, as a factor. */
function lackOf(
  { focus: { names, heads, modifiers, verb }, terms, words, asksYou, kind, isNegated }: Question,
  { statement, held }: Match<Statement>,
): number {
  let factor = 1
  for (const [index, { lemma, weight }] of terms.entries()) {
    const isHeld = (held & (1 << index)) !== 0
    if (isHeld) continue
    if (names.has(lemma)) factor *= WITHOUT_NAME
    else if (heads.has(lemma) || (weight >= 1 && modifiers.has(lemma))) factor *= WITHOUT_HEAD
    else if (lemma === verb) factor *= WITHOUT_VERB_OF[kind] ?? WITHOUT_VERB
  }
  if (isNegated && WANTS_DENIAL.has(kind) && !statement.isNegated && !DENIES.test(statement.text))
    factor *= WITHOUT_DENIAL
  if (isOtherOne(terms, words, statement)) factor *= OF_OTHER_ONE
  return asksYou && isOthersDoing(terms, statement) ? factor * OF_ANOTHER : factor
}

const OF_OTHER_ONE = 0.7
const WHICH_ONE = /^(?:first|second|third|former|previous|last|other|old|next|only)$/

/** "My first boat was the Brendan" is not about the boat that somebody has now. */
function isOtherOne(terms: Question['terms'], asked: readonly string[], { words }: Statement): boolean {
  const isAsked = (word: string) =>
    terms.some(({ lemma }) => lemma === lemmaOf(word) || (lemma.length > 2 && word.startsWith(lemma)))
  return words.some(
    (word, at) =>
      WHICH_ONE.test(word) &&
      !asked.includes(word) &&
      /^(?:my|our|the)$/.test(words[at - 1] ?? '') &&
      isAsked(words[at + 1] ?? ''),
  )
}

/** Asked what "you" do, "my brother lives in Rome" is no answer, though the verb is the same. */
function isOthersDoing(terms: Question['terms'], { source, text, lemmas }: Statement): boolean {
  if (source !== 'persona' || !RELATIVE.test(text)) return false
  const shared = terms.filter(({ lemma }) => lemmas.includes(lemma))
  return shared.length > 0 && shared.every(({ lemma }) => isBaseVerb(lemma))
}

const RELATIVE =
  /^(?:my|our|his|her) (?:\p{L}+ ){0,2}(?:mother|father|brother|sister|son|daughter|wife|husband|uncle|aunt|friend|cousin|boss|rival|enemy|partner|owner|apprentice|captain|colleague|neighbour|assistant|predecessor|grandmother|grandfather|twin|master|teacher)\b/iu

/** Nobody knows from their own life, or from a book, what belongs to somebody else. */
const isForeignMatter = ({ about, asksAdvice }: Question, { source }: Statement, coverage: number): boolean =>
  about === 'player' &&
  !asksAdvice &&
  (source === 'persona' || (source === 'document' && coverage < NEARLY_ALL))

function rate(matches: readonly Match<Statement>[], question: Question, { lastReply }: Sources): Found[] {
  const covered = new Map(matches.map(({ statement, coverage }) => [statement, coverage]))
  return matches.map((match) => {
    const { statement, at, held } = match
    const lack = lackOf(question, match)
    const together = ofAnything(question, statement, togetherOf(match, covered))
    const coverage = Math.max(together * lack, isProhibition(question, statement) ? PROHIBITED : 0)
    const fit = fitOf(question, statement) * nameFit(question, statement)
    const ofTense = question.kind === 'yes-no' ? 3 * SAME_TENSE : SAME_TENSE
    const tense = statement.isPast === question.isPast ? ofTense : 0
    const isAskedOfMe =
      question.kind === 'yes-no' &&
      /^(?:do|does|did|can|could|will|would|have|are|were) you\b/i.test(question.text)
    const isOwn =
      statement.source !== 'persona' ||
      !question.asksYou ||
      (/^(?:i|i'm|i've|my|we|our)$/.test(statement.words[0] ?? '') &&
        !(isAskedOfMe && RELATIVE.test(statement.text)))
    // Asked what "you" did to somebody, what they did is no answer.
    const asksDeed = question.kind === 'what' && question.focus.verb === undefined && DOES.test(question.text)
    const ofOthers = asksDeed || isAskedOfMe ? -0.3 : -0.1
    const subject = isOwn ? 0 : ofOthers
    const near = question.isFollowUp && lastReply.includes(statement.text) ? 0.12 : 0
    const length = statement.lemmas.length * (question.kind === 'tell' ? 0.001 : 0.006)
    const order = statement.source === 'told' || statement.source === 'remembered' ? at * 0.002 : -at * 0.0005
    const deed = ASKS_DEED_OF.test(question.text) && !tellsDeed(statement) ? -0.25 : 0
    const event = HAPPENED.test(question.text) ? (ofEvent(statement) ? 0.2 : -0.2) : 0
    const stranded = strandedIn(question, statement) ? 0.15 : 0
    const former = question.asksFormer && !statement.isPast && !FORMER.test(statement.text) ? 0.4 : 1
    const score =
      former * coverage * fit * trustOf(statement, question) +
      tense +
      subject +
      stranded +
      event +
      deed +
      near -
      length +
      order
    return { statement, coverage: coverage * former, fit, score, held, isWhole: lack >= WITHOUT_VERB }
  })
}

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
  if (!/^(?:is|was|are|were)$/.test(words[at] ?? '')) return at > 0 && !/^(?:has|had)$/.test(words[at] ?? '')
  return /^(?:a|an|the|in|\p{L}+ing)$/u.test(words[at + 1] ?? '') && !/\b(?:called|named)\b/.test(text)
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

/** Asked for a name, a statement must hold one beside what is named: "my ship Meridian", "my dog is called Rex". */
function nameFit({ asksName, terms }: Question, { text, source }: Statement): number {
  if (!asksName) return 1
  const isAsked = (noun: string) => {
    const lemma = lemmaOf(noun.toLowerCase())
    return terms.some((term) => term.lemma === lemma || term.variants.has(lemma))
  }
  for (const { 1: noun = '' } of text.matchAll(NAMED)) if (isAsked(noun)) return 1.3
  if (source !== 'persona') return /\S\s(?!I\b)\p{Lu}/u.test(text) ? 1 : 0.7
  const words = text.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const isNear = words.some(
    (word, at) =>
      at > 0 &&
      /^(?!I\b|I'|I’)\p{Lu}/u.test(word) &&
      words
        .slice(Math.max(0, at - NAME_REACH), at + NAME_REACH + 1)
        .some((near) => near !== word && isAsked(near)),
  )
  return isNear ? 1 : 0.7
}

/** So many words lie between a name and what bears it. */
const NAME_REACH = 3

const NAMED =
  /(?<!\p{Ll})(\p{Ll}{2,30}),? (?:is called |are called |is named |called |named |is |are |(?:a|an) )?\p{Lu}/gu

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
