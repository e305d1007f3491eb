import { quote } from '../language/text.js'

import type { Question } from '../question/read-question.js'
import { recallAll, tellOf } from './recall.js'
import { ASKS_HOURS, tellHours } from './tell-hours.js'
import {
  ASKS_IF,
  ASKS_JOURNEY,
  tellAge,
  tellAgeThen,
  tellDuration,
  tellFood,
  tellFormerLife,
  tellHome,
  tellIf,
  tellJourney,
  tellWhetherIs,
  tellWish,
  tellWork,
  tellWorkplace,
} from './tell-life.js'
import {
  ASKS_CALLED_BY,
  ASKS_LANGUAGE,
  introduce,
  tellCalledBy,
  tellLanguages,
  tellPlayerName,
} from './tell-names.js'
import type { Response, Turn } from './turn.js'

type Special = {
  readonly pattern: RegExp
  /** Words that the question may have beside those of the pattern. */
  readonly rest?: number
  readonly answer: (turn: Turn, question: Question) => Response | undefined
}

/** Questions that everybody asks, whose answers have other words than the question. The first that can answers. */
const SPECIALS: readonly Special[] = [
  {
    pattern:
      /\b(?:are you (?:an? )?(?:real(?: person)?|human|ai|a\.i\.|bot|chat ?bot|machine|computer|program|language model|llm|stub)\b(?! \w)|are you (?:chatgpt|gpt)|what (?:language )?model|artificial intelligence)/i,
    answer: admitStub,
  },
  {
    pattern:
      /\bwhat (?:(?:did|have) i (?:just |first |last )?(?:sa[iy]d?|ask|asked|tell you|told you)|was my (?:first|last))\b(?!.*\babout\b)/i,
    answer: repeatPlayer,
  },
  {
    pattern: /\bwhat (?:did|have) you (?:just |first |last )?(?:sa[iy]d?|tell|told|answer)\b(?!.*\babout\b)/i,
    answer: repeatSelf,
  },
  {
    pattern:
      /\b(?:(?:know|remember|recall|learn(?:ed|t)?)\b.{0,20}\babout me\b|tell me about (?:me|myself)|what (?:have|did) i (?:tell|told) you about (?:me|myself)|(?:do you )?(?:remember|know|recogni[sz]e) me\b(?! (?:to|that))|have we (?:met|talked|spoken)|what do you remember$|what do you remember\?)/i,
    answer: (turn) => recallAll(turn),
  },
  {
    pattern:
      /\bwhat (?:did|were|have|are) we (?:just )?(?:talk|talking|been talking|talked|speak|speaking|discuss)/i,
    answer: tellTopics,
  },
  {
    pattern: /^(?:can|could|will|would) you (?:please )?help\b(?! (?:the|my|your)\b)/i,
    answer: () => ({ gesture: 'nods', sentences: ['What do you need?'] }),
  },
  {
    pattern:
      /\bwhat (?:do i|i) do\b(?! (?:with|if|when|about))|\bmy (?:job|profession|occupation|work)\b|\bdo i work as\b/i,
    rest: 1,
    answer: (turn, question) => (question.asksFormer ? undefined : tellPlayerWork(turn)),
  },
  { pattern: /\bhow old am i\b|\bwhat(?:'s| is) my age\b|\bmy age\?/i, answer: tellPlayerAge },
  { pattern: /\bwhat am i\b(?! \w)/i, answer: tellWhatPlayerIs },
  { pattern: /\bwhere(?:'s| is| do)? (?:you live|your (?:home|house|flat))\b/i, rest: 1, answer: tellHome },
  {
    pattern:
      /^(?:how long|since when) have you (?:been )?(?:(?:stuck|trapped|locked|kept|imprisoned|confined|doing|standing|working|living|around|here|in|at|on|lived|worked|done)\b.{0,24})?(?:in there|in here|here|this|job|there|it)?\s*\??$/i,
    rest: 1,
    answer: tellDuration,
  },
  {
    pattern:
      /\bwhere (?:do|can|could|will) (?:i|we) find you\b|\bwhere (?:do|exactly do) you work\b|^who(?:m)? do you work for\b|\byour employer\b|^who employs you\b/i,
    rest: 1,
    answer: tellWorkplace,
  },
  {
    pattern: /\bwhere (?:do i|did i say(?: that)? i|did i tell you(?: that)? i) work\b/i,
    answer: tellPlayerWork,
  },
  { pattern: ASKS_HOURS, answer: tellHours },
  {
    pattern:
      /^what (?:did you do|were you|was your (?:job|work|profession|life))\b.{0,20}\b(?:before|previously|formerly|earlier|in the past)\b/i,
    answer: tellFormerLife,
  },
  {
    pattern: /^(?:so |and )?are you (?:really |actually )?an? \p{L}+(?: \p{L}+)?\s*\?*$/iu,
    answer: tellWhetherIs,
  },
  {
    pattern:
      /^(?:and |so )?what (?:did|had|do) you (?:(?:first|originally|once|always|really) )?(?:want|wish|hope|plan|dream|mean|intend)(?:ed|t)? (?:to (?:be|become)|of (?:being|becoming))\b/i,
    answer: tellWish,
  },
  {
    pattern:
      /^(?:and |so )?what(?: food| foods| dishes| kind of food)? do you (?:really )?(?:like|love|enjoy|prefer) (?:to eat|eating|for (?:dinner|lunch|supper|breakfast))\b|\bwhat(?:'s| is) your favou?rite (?:food|dish|meal)\b|^what (?:food|dish)(?:es|s)? do you (?:like|love|enjoy|prefer)\b/i,
    answer: tellFood,
  },
  { pattern: /^how old were you\b/i, answer: tellAgeThen },
  { pattern: ASKS_JOURNEY, answer: tellJourney },
  { pattern: ASKS_IF, answer: tellIf },
  { pattern: ASKS_CALLED_BY, answer: tellCalledBy },
  { pattern: ASKS_LANGUAGE, answer: tellLanguages },
  { pattern: /\bwhat can you do\b|\bwhat are you able to do\b/i, answer: listActions },
  {
    pattern:
      /\b(?:where (?:did you|do you|does (?:it|that)|is (?:it|that)) (?:read|know|learn|say|stand|written|find|get|have)\b.{0,20}|which (?:page|document|source)|what page|how do you know(?: that| this)?|what(?:'s| is) your source|says who)\b/i,
    rest: 2,
    answer: nameSource,
  },
  {
    pattern:
      /\b(?:about yourself|about you\b|your(?:self)? story|your life story|your background|what are you like|introduce yourself|describe yourself|what(?:'s| is) your story)\b/i,
    rest: 1,
    answer: describeSelf,
  },
  {
    pattern:
      /\b(?:who (?:are|r) (?:you|u)(?=[\s?.!]*$| (?:really|exactly|anyway|then|supposed)\b)|who is this|who am i (?:speaking|talking|chatting) (?:to|with)|what(?:'s| is| was) your (?:full |first )?name|^your name(?: again)?|(?:is|was|know|have|tell me) your name|what are you called|what(?:'s| is) (?:it )?they call you|what should i call you|who(?:m)? do i have the (?:pleasure|honour)|(?:with |to )whom am i (?:speaking|talking)|who (?:just )?(?:said|spoke)(?: that| there)?(?=[\s?.!]*$)|what (?:exactly |on earth |in the world |kind of (?:creature|being|thing) )?are you(?: exactly| really)?(?=[\s?.!]*$)|what do (?:people|they|your friends|your colleagues|the children|your neighbours) call you|what(?:'s| is) your nickname|(?:do|have) you (?:have |got )?a nickname)\b/i,
    rest: 1,
    answer: introduce,
  },
  {
    pattern:
      /\b(?:who am i|who i am|what(?:'s| is| was) my (?:first |full )?name|my name(?: again)?(?=[\s?.!]*$)|know my name|remember my name|what am i called|what do you call me)\b/i,
    answer: tellPlayerName,
  },
  {
    pattern:
      /\b(?:how old (?:are|might|would|do) you\b(?! (?:when|then|in))|your age|what age are you|when were you born)\b/i,
    rest: 1,
    answer: tellAge,
  },
  {
    pattern:
      /\b(?:what (?:is it (?:that )?)?(?:do )?you do(?: here| all day| exactly| then| (?:up|out|down|around|over|in) (?:here|there))*|what do you (?:actually |usually )?do(?: all day| here| around here| (?:up|out|down|over|in) (?:here|there))*|(?:do |work )?for a living|do you do for work|your (?:job|profession|occupation|work|trade|line of work|role|duties)(?: (?:here|around here|on board|in (?:this|the|your) \p{L}+|at (?:this|the) \p{L}+))?|what do you work as|what kind of work|where do you work as|what are you doing(?: here)?)\s*[?.!]*$/iu,
    rest: 1,
    answer: tellWork,
  },
]

/** The answer to a question of those that everybody asks; undefined if it is none, or nothing is known to answer it. */
export function answerSpecial(turn: Turn, question: Question): Response | undefined {
  for (const { pattern, rest, answer } of SPECIALS) {
    const match = pattern.exec(question.text)
    if (match === null) continue
    const others = question.text.length - match[0].length
    if (
      rest !== undefined &&
      others > 14 &&
      question.terms.filter(({ weight }) => weight === 1).length > rest
    )
      continue
    const response = answer(turn, question)
    if (response !== undefined) return response
  }
  return undefined
}

function admitStub(): Response {
  const honest =
    'I am a stand-in: a program that answers by rules, without a language model. Configure one for real talk.'
  return { gesture: 'shrugs', sentences: [honest], isWhole: true }
}

function repeatPlayer({ request, playerMessages: heard }: Turn): Response {
  const text = request.messages.at(-1)?.content ?? ''
  const said = /\bfirst\b/i.test(text) ? heard[0] : heard.at(-1)
  if (said === undefined) return { gesture: 'shrugs', sentences: ['You have not said anything before this.'] }
  return { gesture: 'nods', sentences: [`You said: “${quote(said)}”`] }
}

/** What the player asked of late, in their own words. */
function tellTopics({ playerMessages, speaker }: Turn): Response {
  const asked = playerMessages.filter((each) => each.includes('?')).slice(-2)
  if (asked.length === 0) return { gesture: 'shrugs', sentences: [speaker.say('more')] }
  const quoted = asked.map((each) => `“${quote(each)}”`).join(' and ')
  return { gesture: 'nods', sentences: [speaker.fresh(`You asked me ${quoted}`)] }
}

function repeatSelf({ request, characterMessages: spoken }: Turn): Response {
  const text = request.messages.at(-1)?.content ?? ''
  const said = /\bfirst\b/i.test(text) ? spoken[0] : spoken.at(-1)
  if (said === undefined) return { gesture: 'shrugs', sentences: ['I have not said anything before this.'] }
  return { gesture: 'nods', sentences: [`I said: “${quote(said)}”`] }
}

/** "What am I?": what the player said they are. */
function tellWhatPlayerIs(turn: Turn): Response | undefined {
  const told = turn.known.filter(({ text }) => /^You (?:are|work)\b/.test(text)).slice(-turn.length)
  if (told.length === 0) return undefined
  return { gesture: 'nods', sentences: told.map((each) => tellOf(each, turn)) }
}

function tellPlayerWork(turn: Turn): Response | undefined {
  const told = turn.known.findLast(
    ({ slot, text }) => slot === 'job' || /^You (?:are an? |work|teach|study|run|drive)/.test(text),
  )
  return told === undefined ? undefined : { gesture: 'nods', sentences: [tellOf(told, turn)] }
}

function tellPlayerAge(turn: Turn): Response {
  const told = turn.known.find(({ slot }) => slot === 'age')
  if (told === undefined) return { gesture: 'shrugs', sentences: [turn.speaker.say('untold')] }
  return { gesture: 'nods', sentences: [tellOf(told, turn)] }
}

function listActions({ request: { actions }, speaker }: Turn): Response {
  const abilities = actions.map(({ name, description }) =>
    (description ?? name.replaceAll('_', ' ')).replace(/(?<![.\s])[.\s]+$/, ''),
  )
  if (abilities.length === 0) return { gesture: 'shrugs', sentences: ['I can only talk.'] }
  return { gesture: 'nods', sentences: [speaker.fresh(`Ask me for any of these: ${abilities.join('; ')}.`)] }
}

/** Of the last sentence of a document that the character said. */
function nameSource({ sources: { documents, lastReply }, speaker }: Turn): Response | undefined {
  const said = documents.statements.find(({ text }) =>
    lastReply.toLowerCase().includes(text.slice(1).toLowerCase()),
  )
  if (said?.place === undefined) return undefined
  return { gesture: 'nods', sentences: [speaker.fresh(`That is in ${said.place}.`)] }
}

function describeSelf({ sources: { persona }, speaker, length }: Turn): Response {
  const told = persona.statements
    .filter(({ isClause, text, words }) => !isClause && !isIntroduced(persona, text) && words.length > 3)
    .map(({ text }) => text)
    .filter((text) => !speaker.wasSaid(text))
  const introduction = speaker.wasSaid(persona.introduction) ? [] : [persona.introduction]
  const sentences = [...introduction, ...told].slice(0, length)
  return { gesture: 'smiles', sentences: sentences.length > 0 ? sentences : [speaker.say('more')] }
}

/** The introduction says what the tagline says. */
const isIntroduced = ({ introduction, role, name }: Turn['sources']['persona'], text: string): boolean =>
  text === introduction || (text === role && introduction !== `I am ${name}.`)
