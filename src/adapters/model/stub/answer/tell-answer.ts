import type { Question } from '../question/read-question.js'
import type { PlayerStatement } from '../statements/player.js'
import { isOfPlayer, type Statement } from '../statements/statement.js'
import { confidenceOf } from './confidence.js'
import { onlyCounted } from './count-things.js'
import { disagreeing } from './disagreement.js'
import { type Answers, widerCandidates } from './find-answer.js'
import { candidatesOf, mostLikely } from './likelihood.js'
import { narrow } from './narrow.js'
import { isUndone, type Verdict, verdictOf } from './polarity.js'
import type { Found } from './rate.js'
import { tellOf } from './recall.js'
import { inner, type Response, type Turn } from './turn.js'

/** What is less likely to answer is not told. */
const SURE = 0.3
/** Where the rules are sure of nothing, what answers with this probability is told. */
const LIKELY = 0.35

/** What answers: the best by the rules, else what is likely by all signs taken together; undefined for neither. */
export function surest(question: Question, answers: Answers, sources: Turn['sources']): Found | undefined {
  if (isSure(question, answers)) return answers.found[0]
  const wider = widerCandidates(question, answers.candidates, sources)
  const likely = mostLikely(candidatesOf(question, { ...answers, wider }, sources))
  return likely === undefined || likely.probability < LIKELY ? undefined : likely.found
}

/** Whether the rules are sure of the best that they have found. */
export const isSure = (question: Question, { found: [first, rival] }: Answers): boolean =>
  first !== undefined && confidenceOf(question, first, rival) >= SURE

/** The surest of what was found as an answer, and what else there is to say about it; undefined where nothing is sure. */
export function tellAnswer(turn: Turn, question: Question, answers: Answers): Response | undefined {
  const { found } = withUnsaidFirst(turn, question, answers)
  const first = turn.choose(question, answers, turn.sources)
  if (first === undefined) return undefined
  const best = narrow(question, first)
  const main =
    question.kind === 'yes-no'
      ? decide(turn, question, decisivePart(question, [best, first], turn.sources))
      : say(turn, answering(question, best.statement))
  const other = disagreeing(question, best, turn.sources)
  if (other !== undefined)
    return { gesture: 'thinks for a moment', sentences: [main, otherwise(turn, other)], isWhole: true }
  const more =
    first === found[0] && (question.kind !== 'yes-no' || main.startsWith('Yes'))
      ? found.slice(1, turn.length).filter((other) => isWanted(question, best, other))
      : []
  return {
    gesture: best.statement.source === 'persona' ? 'thinks for a moment' : 'nods',
    sentences: [main, ...more.map(({ statement }) => say(turn, statement))],
  }
}

/** Of several things to tell, those that were not told of late come first. */
function withUnsaidFirst({ speaker }: Turn, { kind }: Question, answers: Answers): Answers {
  if (kind !== 'tell') return answers
  const unsaid = answers.found.filter(({ statement }) => !speaker.wasSaid(statement.text))
  return unsaid.length === 0 ? answers : { ...answers, found: unsaid }
}

/** What another source says instead. */
const otherwise = ({ speaker }: Turn, { text, place }: Statement): string =>
  speaker.fresh(place === undefined ? `But ${inner(text)}` : `But in ${place}, it says “${text}”`)

/** The part of a sentence that was asked for, if it says yes or no as the whole does; else the whole. */
function decisivePart(question: Question, [part, whole]: readonly [Found, Found], sources: Turn['sources']) {
  if (isUndone(question, sentenceOf(whole.statement, sources), part.statement))
    return { statement: sentenceOf(whole.statement, sources), verdict: 'no' as const }
  const denial = deniedHearsay(sentenceOf(whole.statement, sources), sources)
  if (denial !== undefined && !question.isNegated) return { statement: denial, verdict: 'no' as const }
  const verdict = verdictOf(question, whole.statement, whole.coverage)
  if (part.statement === whole.statement) return { statement: whole.statement, verdict }
  const isSame = verdictOf(question, part.statement, part.coverage) === verdict
  return { statement: isSame ? part.statement : whole.statement, verdict }
}

const HEARSAY =
  /\b(?:it (?:is|was|has been) (?:said|written|told|rumoured)|(?:people|they|some|the \p{L}+) (?:say|think|believe|claim|take me)|(?:is|am|was) (?:said|rumoured|believed) to)\b/iu
const SETS_RIGHT =
  /^(?:in truth|in fact|actually|i am not|i did not|i do not|i never|it is not|it was not|that is not|not)\b/i

/** What sets right what others say of the character, in the same sentence or in the next one. */
function deniedHearsay(sentence: Statement, { own }: Turn['sources']): Statement | undefined {
  if (!HEARSAY.test(sentence.text)) return undefined
  if (/; (?:it|that|i|but|in)\b|\bbut\b/i.test(sentence.text)) return sentence
  const next = own.statements.slice(own.statements.indexOf(sentence) + 1).find(({ isClause }) => !isClause)
  return next !== undefined && SETS_RIGHT.test(next.text) ? next : undefined
}

/** The sentence that a clause is a part of. */
const sentenceOf = (statement: Statement, { own, documents }: Turn['sources']): Statement =>
  statement.isClause
    ? ([...own.statements, ...documents.statements].find(({ parts }) => parts.includes(statement)) ??
      statement)
    : statement

const answering = (question: Question, statement: Statement): Statement => {
  const text = onlyCounted(question, statement.text, statement.words)
  return text === statement.text ? statement : { ...statement, text }
}

/** Several facts answer "What should I not eat?" and "Tell me about your brother"; one answers "When?". */
const asksSeveral = (words: readonly string[]): boolean =>
  words.some((word) =>
    /^(?:parents|siblings|children|kids|pets|hobbies|relatives|animals|friends)$/.test(word),
  )

function isWanted({ kind, about, words }: Question, best: Found, other: Found): boolean {
  if (asksSeveral(words)) return other.coverage >= best.coverage * 0.98
  const isList =
    kind === 'tell' || kind === 'opinion' || (about === 'player' && (kind === 'what' || kind === 'which'))
  return isList && other.coverage >= best.coverage * 0.85 && other.statement.text !== best.statement.text
}

function decide(
  turn: Turn,
  question: Question,
  { statement, verdict }: { readonly statement: Statement; readonly verdict: Verdict },
): string {
  const { speaker } = turn
  if (question.asksAdvice && question.about === 'player' && isOfPlayer(statement)) {
    const warns =
      verdict === 'no' ||
      /\b(?:allergic|intolerant|afraid|hate|not|never|can't|cannot|vegan|vegetarian|diabetic)\b/i.test(
        statement.text,
      )
    return speaker.fresh(
      `${warns ? 'No, better not: ' : ''}${warns ? inner(statement.text) : statement.text}`,
    )
  }
  const plain = isOfPlayer(statement) && verdict === 'open' ? say(turn, statement) : statement.text
  if (verdict === 'open' || statement.source === 'said') return speaker.fresh(plain)
  return speaker.fresh(`${verdict === 'yes' ? 'Yes' : 'No'}, ${inner(plain)}`)
}

export function say(turn: Turn, statement: Statement): string {
  // Whatever is told or remembered is a statement about the player.
  if (isOfPlayer(statement)) return tellOf(statement as PlayerStatement, turn)
  return turn.speaker.fresh(statement.text)
}
