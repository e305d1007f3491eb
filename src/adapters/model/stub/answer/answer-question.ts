import { stemsOf } from '../language/text.js'
import type { Question } from '../question/read-question.js'
import { weightIn } from '../statements/statement-index.js'
import { combineFacts } from './combine-facts.js'
import { answerSum } from './count-things.js'
import { type Answers, candidatesFor, findAnswers } from './find-answer.js'
import { answerOffer } from './offer.js'
import { answerOwner } from './owner.js'
import { denyPresupposition } from './presupposition.js'
import type { Found } from './rate.js'
import { findReason } from './reason.js'
import { answerRelation } from './relations.js'
import { answerSpecial } from './specials.js'
import { say, tellAnswer } from './tell-answer.js'
import { tellDuration } from './tell-life.js'
import { inner, type Response, type Turn } from './turn.js'

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

const tell = (turn: Turn, question: Question, answers: Answers): Response =>
  answerOffer(turn, question) ?? tellAnswer(turn, question, answers) ?? admitIgnorance(turn, question)

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

const BECAUSE =
  /\b(?:because|since(?= (?:I|my|our|he|she|it|we|they|the|an?|nobody|\p{Lu}\p{Ll}+) )(?! (?:\p{Lu}\p{Ll}+ )?\d)) ([^!?;]{3,200}?)[.!?;]/u
/** What ended something is why it ended: "until my knee gave out". */
const UNTIL = /\buntil ((?:I|my|our|he|she|it|we|they|the|an?) [^.!?;,]{3,120})[.!?;,]/u
const ASKS_END = /\b(?:stop|quit|leave|left|end|give up|retire|change|no longer)\b/i
const FOR_DOING = /\b(for \p{L}+ing [^.!?;,]{3,120})[.!?;,]/u

/** A reason: of what was found, else of what stands beside it. */
function answerWhy(turn: Turn, question: Question, { found, candidates }: Answers): Response {
  const { speaker, sources } = turn
  const reason = findReason(question, found, sources)
  const because = reasonIn(sources.lastReply, question)
  if (reason?.isBeside !== false && because !== undefined && question.isFollowUp)
    return { gesture: 'thinks for a moment', sentences: [speaker.fresh(`Because ${because}.`)] }
  const answers = { found: reason === undefined ? [] : [reason.found], candidates }
  return reason === undefined && turn.choose(question, answers, sources) === undefined
    ? (denyPresupposition(turn, question) ?? { gesture: 'shrugs', sentences: [speaker.say('reason')] })
    : tell(turn, question, answers)
}

/** The reason that the last reply gave already, though it was not asked for. */
function reasonIn(lastReply: string, { text, terms }: Question): string | undefined {
  const given = BECAUSE.exec(lastReply)?.[1] ?? (ASKS_END.test(text) ? UNTIL.exec(lastReply)?.[1] : undefined)
  if (given !== undefined) return given
  const deed = terms.length < 3 ? FOR_DOING.exec(lastReply)?.[1] : undefined
  return deed === undefined ? undefined : `of what I said: ${deed}`
}

const FEELING =
  /^(?:are you|do you (?:ever |sometimes )?(?:feel|get)|are u) (?:\w+ )?(?:happy|sad|tired|lonely|busy|hungry|thirsty|bored|angry|fine|cold|sleepy|comfortable|well)\b/i

/** "How long have you been fishing?" asked of a fisher. */
const ASKS_DOING_SINCE = /^(?:how long|since when) have you (?:been |worked |done )/i

function admitIgnorance(turn: Turn, question: Question): Response {
  const { about, kind, text, asksAdvice, terms } = question
  const denial = denyPresupposition(turn, question)
  if (denial !== undefined) return denial
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
