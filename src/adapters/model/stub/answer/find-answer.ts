import { lemmaOf } from '../language/lemma.js'
import { isBaseVerb } from '../language/verbs.js'
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
}

/** How much of a question a statement must cover to answer it. */
const COVERED = { self: 0.48, player: 0.42 } as const
const SAME_TENSE = 0.04
/** Beside the best, what is nearly as good. */
const NEARLY = 0.8
/** What lacks the form that an answer must have is one only if it covers nearly all. */
const NEARLY_ALL = 0.8

/** The statements that answer a question, the best first; none if nothing answers it. */
export function findAnswers(question: Question, sources: Sources): readonly Found[] {
  const { own, documents, player } = sources
  const found = [
    ...rate(own.search(question.terms), question, sources),
    ...rate(documents.search(question.terms), question, sources),
    ...rate(player.search(question.terms), question, sources),
  ]
    .filter(({ statement, coverage: covered, fit }) => {
      const coverage = isOthersDoing(question, statement) ? covered / 2 : covered
      if (isForeignMatter(question, statement, coverage)) return false
      const least =
        statement.source === 'told' || statement.source === 'remembered' ? COVERED.player : COVERED.self
      return (
        coverage >= least &&
        (fit >= 0.78 || !needsForm(question.kind) || (question.kind === 'how many' && coverage >= NEARLY_ALL))
      )
    })
    .sort((a, b) => b.score - a.score)
  const [best] = found
  return best === undefined ? [] : withoutParts(found.filter(({ score }) => score >= best.score * NEARLY))
}

/** Asked what "you" do, "my brother lives in Rome" is no answer, though the verb is the same. */
function isOthersDoing({ asksYou, terms }: Question, { source, text, lemmas }: Statement): boolean {
  if (!asksYou || source !== 'persona' || !RELATIVE.test(text)) return false
  const shared = terms.filter(({ lemma }) => lemmas.includes(lemma))
  return shared.length > 0 && shared.every(({ lemma }) => isBaseVerb(lemma))
}

const RELATIVE =
  /^(?:my|our|his|her) (?:\p{L}+ ){0,2}(?:mother|father|brother|sister|son|daughter|wife|husband|uncle|aunt|friend|cousin|boss|colleague|neighbour|assistant|predecessor|grandmother|grandfather|twin|master|teacher)\b/iu

/** Nobody knows from their own life, or from a book, what belongs to somebody else. */
const isForeignMatter = ({ about, asksAdvice }: Question, { source }: Statement, coverage: number): boolean =>
  about === 'player' &&
  !asksAdvice &&
  (source === 'persona' || (source === 'document' && coverage < NEARLY_ALL))

function rate(matches: readonly Match<Statement>[], question: Question, { lastReply }: Sources): Found[] {
  return matches.map(({ statement, coverage, at }) => {
    const fit = fitOf(question, statement) * nameFit(question, statement)
    const tense = statement.isPast === question.isPast ? SAME_TENSE : 0
    const isOwn =
      statement.source !== 'persona' ||
      !question.asksYou ||
      /^(?:i|i'm|i've|my|we|our)$/.test(statement.words[0] ?? '')
    const subject = isOwn ? 0 : -0.06
    const near = question.isFollowUp && lastReply.includes(statement.text) ? 0.12 : 0
    const length = statement.lemmas.length * (question.kind === 'tell' ? 0.001 : 0.006)
    const order = statement.source === 'told' || statement.source === 'remembered' ? at * 0.002 : -at * 0.0005
    const score = coverage * fit * trustOf(statement, question) + tense + subject + near - length + order
    return { statement, coverage, fit, score }
  })
}

/** Asked for a name, a statement must hold one, best right behind what is named: "my ship Meridian", "my dog is called Rex". */
function nameFit({ asksName, terms }: Question, { text }: Statement): number {
  if (!asksName) return 1
  for (const { 0: match, 1: noun = '' } of text.matchAll(NAMED)) {
    const lemma = lemmaOf(noun.toLowerCase())
    if (match !== '' && terms.some((term) => term.lemma === lemma || term.variants.has(lemma))) return 1.3
  }
  return /\S\s(?!I\b)\p{Lu}/u.test(text) ? 1 : 0.7
}

const NAMED =
  /(?<!\p{Ll})(\p{Ll}{2,30}),? (?:is called |are called |is named |called |named |is |are |(?:a|an) )?\p{Lu}/gu

/** What is asked about the player is known from the player, what is asked about the character is not. */
function trustOf({ source, lemmas }: Statement, { about, asksAdvice, terms }: Question): number {
  const isOfPlayer = source === 'told' || source === 'remembered' || source === 'said'
  if (about === 'player') {
    if (isOfPlayer) return source === 'said' ? 1 : 1.25
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
