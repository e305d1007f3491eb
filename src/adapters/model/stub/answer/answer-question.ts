import { stemsOf } from '../language/text.js'
import type { Question } from '../question/read-question.js'
import type { PlayerStatement } from '../statements/player.js'
import type { Statement } from '../statements/statement.js'
import { weightIn } from '../statements/statement-index.js'
import { combineFacts } from './combine-facts.js'
import { confidenceOf } from './confidence.js'
import { answerSum, onlyCounted } from './count-things.js'
import { disagreeing } from './disagreement.js'
import { candidatesFor, findAnswers, possibleAnswers } from './find-answer.js'
import { mostLikely } from './likelihood.js'
import { narrow } from './narrow.js'
import { answerOffer } from './offer.js'
import { answerOwner } from './owner.js'
import { isUndone, type Verdict, verdictOf } from './polarity.js'
import type { Found } from './rate.js'
import { findReason } from './reason.js'
import { tellOf } from './recall.js'
import { answerRelation } from './relations.js'
import { answerSpecial } from './specials.js'
import { tellDuration } from './tell-life.js'
import { inner, type Response, type Turn } from './turn.js'

/** What may answer: the best by the rules, and all that has to do with it. */
type Answers = { readonly found: readonly Found[]; readonly candidates: readonly Found[] }

/** What the character answers, or that it does not know it. */
export function answerQuestion(turn: Turn, question: Question): Response {
  const { speaker, sources } = turn
  if (isForbidden(turn, question)) return { gesture: 'shrugs', sentences: [speaker.say('refuse')] }
  const warning = warnPlayer(turn, question)
  if (warning !== undefined) return warning
  const special = answerSpecial(turn, question)
  if (special !== undefined) return special
  const related = answerRelation(turn, question) ?? answerOwner(turn, question)
  if (related !== undefined) return related
  const sum = answerSum(turn, question)
  if (sum !== undefined) return sum
  if (asksForMore(question)) return continueTelling(turn)
  if (LIKES_IT.test(question.text)) return { gesture: 'shrugs', sentences: [speaker.say('opinion')] }
  const candidates = question.terms.length === 0 ? [] : candidatesFor(question, sources)
  const found = findAnswers(question, candidates)
  const answers = { found, candidates }
  if (question.kind === 'why') return answerWhy(turn, question, answers)
  const [best] = found
  if (best !== undefined && best.coverage >= WELL_COVERED && best.fit >= WELL_FORMED)
    return tell(turn, question, answers)
  const together = combineFacts(question, sources, candidates)
  if (together.length > 0) return tellTogether(turn, together)
  return tell(turn, question, answers)
}

/** What covers less of a question is worth a look for two statements that cover all of it together. */
const WELL_COVERED = 0.62
/** What has not the form of an answer, such as a place for "Where?", fits less. */
const WELL_FORMED = 0.8

const tellTogether = (turn: Turn, found: readonly Found[]): Response => ({
  gesture: 'thinks for a moment',
  // Who may say one sentence only says the one that answers.
  sentences: found.slice(turn.length === 1 ? 1 : 0).map(({ statement }) => say(turn, statement)),
})

function isForbidden({ sources: { persona } }: Turn, { terms }: Question): boolean {
  const asked = new Set(terms.map(({ lemma }) => lemma))
  return persona.forbidden.some(
    (topic) => topic.filter((lemma) => asked.has(lemma)).length * 2 >= topic.length,
  )
}

const AVERSE =
  /\b(?:allergic|intolerant|diabetic|vegan|vegetarian|(?:do not|don't|cannot|can't|never) (?:eat|drink)|hate|afraid of)\b/i
const MAY_I =
  /^(?:and |so |then )?(?:can|could|may|should|shall|would|do) (?:i|we)\b.*\b(?:eat|have|drink|try|taste|like|want|order|touch|pet)\b/i

/** "Can I eat the pizza with tomatoes?" by what the player must not or does not want, if that shares a word with it. */
function warnPlayer({ known, speaker }: Turn, { text, terms, about }: Question): Response | undefined {
  if (about !== 'player' || !MAY_I.test(text)) return undefined
  const asked = terms.filter(
    ({ lemma, weight }) => weight >= 1 && !/^(?:eat|drink|taste|order|touch)$/.test(lemma),
  )
  const told = known.findLast(
    ({ text: fact, lemmas }) =>
      AVERSE.test(fact) &&
      asked.some(({ lemma, variants }) => lemmas.some((each) => each === lemma || variants.has(each))),
  )
  if (told === undefined) return undefined
  return { gesture: 'frowns', sentences: [speaker.fresh(`No, better not: ${inner(told.text)}`)] }
}

const MORE =
  /^(?:and )?(?:then|go on|continue|what then|then what|and then|what else|anything else|tell me more|more|what happened (?:then|next|after that|afterwards)|keep going|is that all|so|and)\s*[?.!…]*$/i

const asksForMore = ({ text }: Question): boolean => MORE.test(text)

/** What comes after the last thing the character told, as far as it has not been said. */
function continueTelling({ sources: { own, documents, lastReply, persona }, speaker }: Turn): Response {
  for (const { statements } of [own, documents]) {
    const at = statements.findLastIndex(({ text }) =>
      lastReply.toLowerCase().includes(text.slice(1).toLowerCase()),
    )
    const next =
      at < 0
        ? undefined
        : statements
            .slice(at + 1)
            .find((each) => !each.isClause && !speaker.wasSaid(each.text) && !lastReply.includes(each.text))
    if (next !== undefined) return { gesture: 'nods', sentences: [next.text] }
  }
  const untold = own.statements.find(
    ({ isClause, text, words }) =>
      !isClause && text !== persona.role && words.length > 4 && !speaker.wasSaid(text),
  )
  if (untold !== undefined) return { gesture: 'nods', sentences: [untold.text] }
  return { gesture: 'shrugs', sentences: [speaker.say('more')] }
}

/** Whether somebody likes "it" follows from nothing that is written. */
const LIKES_IT =
  /^(?:and |so |but )?(?:do|did) you (?:really |still )?(?:like|love|enjoy|hate|mind) (?:it|that|this|them)(?: (?:there|here|a lot|much))?\s*\?*$/i

const BECAUSE = /\bbecause ([^.!?;]{3,200})[.!?;]/i

/** A reason: of what was found, else of what stands beside it. */
function answerWhy(turn: Turn, question: Question, { found, candidates }: Answers): Response {
  const { speaker, sources } = turn
  const reason = findReason(question, found, sources)
  const because = BECAUSE.exec(sources.lastReply)?.[1]
  if (reason?.isBeside !== false && because !== undefined && question.isFollowUp)
    return { gesture: 'thinks for a moment', sentences: [speaker.fresh(`Because ${because}.`)] }
  const answers = { found: reason === undefined ? [] : [reason.found], candidates }
  return reason === undefined && surest(question, answers, sources) === undefined
    ? { gesture: 'shrugs', sentences: [speaker.say('reason')] }
    : tell(turn, question, answers)
}

const FEELING =
  /^(?:are you|do you (?:ever |sometimes )?(?:feel|get)|are u) (?:\w+ )?(?:happy|sad|tired|lonely|busy|hungry|thirsty|bored|angry|fine|cold|sleepy|comfortable|well)\b/i

/** "How long have you been fishing?" asked of a fisher. */
const ASKS_DOING_SINCE = /^(?:how long|since when) have you (?:been |worked |done )/i

function admitIgnorance(turn: Turn, { about, kind, text, asksAdvice, terms }: Question): Response {
  const { speaker } = turn
  const { role } = turn.sources.persona
  if (ASKS_DOING_SINCE.test(text) && role !== undefined) {
    const lemmas = stemsOf(role)
    const since = terms.some((term) => weightIn(lemmas, term) > 0) ? tellDuration(turn) : undefined
    if (since !== undefined) return since
  }
  if (FEELING.test(text)) return { gesture: 'smiles', sentences: [speaker.say('well')] }
  const isOfPlayer =
    about === 'player' && !asksAdvice && /\b(?:my|am i|do i|did i|have i|was i|i)\b/i.test(text)
  if (kind === 'opinion') return { gesture: 'shrugs', sentences: [speaker.say('opinion')] }
  return { gesture: 'shrugs', sentences: [speaker.say(isOfPlayer ? 'untold' : 'unknown')] }
}

/** What is less likely to answer is not told. */
const SURE = 0.3
/** Where the rules are sure of nothing, what answers with this probability is told. */
const LIKELY = 0.4

/** What answers: the best by the rules, else what is likely by all signs taken together; undefined for neither. */
function surest(
  question: Question,
  { found, candidates }: Answers,
  sources: Turn['sources'],
): Found | undefined {
  const [first, rival] = found
  if (first !== undefined && confidenceOf(question, first, rival) >= SURE) return first
  const likely = mostLikely(question, possibleAnswers(question, candidates), {
    sources,
    confidence: (each) => confidenceOf(question, each, rival),
  })
  return likely === undefined || likely.probability < LIKELY ? undefined : likely.found
}

/** The best that was found as an answer, and what else there is to say about it. */
function tell(turn: Turn, question: Question, answers: Answers): Response {
  const { found } = withUnsaidFirst(turn, question, answers)
  const offer = answerOffer(turn, question)
  if (offer !== undefined) return offer
  const first = surest(question, answers, turn.sources)
  if (first === undefined) return admitIgnorance(turn, question)
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

const isOfPlayer = ({ source }: Statement) => source === 'told' || source === 'remembered'

function say(turn: Turn, statement: Statement): string {
  // Whatever is told or remembered is a statement about the player.
  if (isOfPlayer(statement)) return tellOf(statement as PlayerStatement, turn)
  return turn.speaker.fresh(statement.text)
}
