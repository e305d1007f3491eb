import { answerForeign } from './answer/answer-foreign.js'
import { answerQuestion } from './answer/answer-question.js'
import { candidatesFor, findAnswers } from './answer/find-answer.js'
import { askAfter, tellOf } from './answer/recall.js'
import { tellStory } from './answer/tell-story.js'
import { type Gesture, inner, type Response, type Turn } from './answer/turn.js'
import { languageOf } from './language/detect-language.js'
import { markedSentencesOf, quote, wordsOf } from './language/text.js'
import { questionsApart } from './question/forms.js'
import { readQuestion, topicOf } from './question/read-question.js'
import { withReturnedQuestions } from './question/returned.js'
import { type PlayerStatement, readMessage } from './statements/player.js'
import { type Act, actOf, moodOf, splitGreeting } from './talk/acts.js'
import { askAbout } from './talk/ask-about.js'
import type { Move } from './talk/phrases.js'
import { REPEATS } from './talk/speaker.js'

const SENTENCES_MAX = 30
const MESSAGE_CHARACTERS = 4000
const ANSWERS_MAX = 2
/** A question of no more words only begins the one that follows it. */
const ELLIPTICAL_WORDS = 3
/** More words than these in one message without a question are a monologue. */
const LONG_WORDS = 90

type Said = { readonly act: Act; readonly text: string }

/** What the character says to the player's message, most to the point first. */
export function composeReply(turn: Turn, text: string): Response {
  const bounded = text.slice(0, MESSAGE_CHARACTERS)
  const language = languageOf(bounded)
  if (language !== 'en') return answerForeign(turn, bounded, language)
  const sentences = withReturnedQuestions(markedSentencesOf(bounded), turn.playerMessages.at(-1) ?? '')
  const said = (sentences.length > SENTENCES_MAX ? sentences.slice(-SENTENCES_MAX) : sentences)
    .flatMap(splitGreeting)
    .flatMap(questionsApart)
    .map((sentence) => ({ act: actOf(sentence), text: sentence }))
  if (said.length === 0) return { gesture: 'shrugs', sentences: [turn.speaker.say('nonsense')] }

  const asked = said.filter(({ act }) => act === 'question')
  // "For how long? How long may I keep it?" asks once.
  const questions = asked
    .filter(
      ({ text: each }, at) =>
        at === asked.length - 1 ||
        wordsOf(each).length > ELLIPTICAL_WORDS ||
        /\b(?:you|your|my|i)\b/i.test(each),
    )
    .slice(-ANSWERS_MAX)
  const told = readMessage(bounded)
  const answers = questions.map((question) => answer(turn, question, said))
  if (answers.length > 0)
    return withAnswers(turn, {
      said,
      told,
      answers,
      isPersonal: questions.every((each) => IS_PERSONAL.test(each.text)),
    })
  return reactTo(turn, { said, told, text: bounded })
}

function answer(turn: Turn, { text }: Said, said: readonly Said[]): Response {
  const { playerMessages } = turn
  const before = said.filter((each) => each.text !== text && each.act !== 'greet').map((each) => each.text)
  const topic = topicOf(before.length > 0 ? before.join(' ') : (playerMessages.at(-1) ?? ''))
  return answerQuestion(
    turn,
    readQuestion(text, { terms: topic, isNear: before.length > 0, ownNames: turn.sources.persona.names }),
  )
}

/** A question that one may ask back. */
const IS_PERSONAL =
  /\b(?:do you (?:like|love|enjoy|hate|have|eat|drink|live|come)|are you (?:afraid|scared|married|happy|from)|what do you (?:like|love|hate|eat|drink|do)|where (?:do you|are you)|your favou?rite)\b/i

type Parts = { readonly said: readonly Said[]; readonly told: readonly PlayerStatement[] }

/** The answers, with what else the message asks for: a greeting before them, a farewell after. */
function withAnswers(
  turn: Turn,
  { said, told, answers, isPersonal }: Parts & { answers: readonly Response[]; isPersonal: boolean },
): Response {
  const { speaker, length } = turn
  const [first] = answers
  const isWhole = answers.some((each) => each.isWhole === true)
  const acts = new Set(said.map(({ act }) => act))
  const name = told.find(({ slot }) => slot === 'name')
  const before: string[] = []
  if (length > 1 && acts.has('greet')) before.push(speaker.say(isKnown(turn) ? 'again' : 'greet'))
  else if (length > 1 && name !== undefined) before.push(speaker.say('met'))
  else if (length > 1 && acts.has('thanks')) before.push(speaker.say('welcome'))
  const sentences = answers.flatMap((each) => each.sentences)
  const coloured =
    isWhole || first === undefined ? sentences : colour(turn, sentences, { ...first, isPersonal })
  const after = acts.has('bye') ? [speaker.say('bye')] : []
  return { gesture: first?.gesture ?? 'nods', sentences: [...before, ...coloured, ...after], isWhole }
}

/** Opens and closes an answer in the character's tone, not every time. */
function colour(
  { speaker, length, manner }: Turn,
  sentences: readonly string[],
  { gesture, isPersonal }: Response & { readonly isPersonal: boolean },
): string[] {
  const [first = '', ...rest] = sentences
  const isOwn = gesture === 'thinks for a moment'
  const opening =
    isOwn && !/^(?:Yes|No|You|Your)\b/.test(first) && !REPEATS.test(first) ? speaker.sayMaybe('open') : ''
  const opened = opening === '' ? first : join(opening, first)
  const hasRoom = isOwn && rest.length + 1 < length && !manner.isTerse
  const close = speaker.choose(3) === 1 ? speaker.sayMaybe('close') : ''
  const closing = hasRoom && isPersonal ? close || askBack(speaker, manner.isCurious) : ''
  return [opened, ...rest, ...(closing === '' ? [] : [closing])]
}

const askBack = (speaker: Turn['speaker'], isCurious: boolean): string =>
  isCurious && speaker.choose(3) === 0 ? speaker.sayMaybe('ask') : ''

const join = (opening: string, sentence: string): string =>
  /[,:]$|\b(?:but|think)$/.test(opening) ? `${opening} ${inner(sentence)}` : `${opening} ${sentence}`

/** What is answered to what only keeps a talk going; what comes first is answered first when a message does several things. */
const SOCIAL: readonly (readonly [Act, Move, Gesture])[] = [
  ['insult', 'insulted', 'frowns'],
  ['hush', 'insulted', 'frowns'],
  ['sorry', 'forgiven', 'nods'],
  ['how', 'well', 'smiles'],
  ['thanks', 'welcome', 'smiles'],
  ['love', 'loved', 'smiles'],
  ['praise', 'praised', 'smiles'],
  ['joke', 'joke', 'smiles'],
  ['laugh', 'laugh', 'smiles'],
  ['doubt', 'doubt', 'nods'],
  ['bye', 'bye', 'smiles'],
  ['agree', 'agree', 'nods'],
  ['nonsense', 'nonsense', 'shrugs'],
]

/** To what asks nothing. */
function reactTo(turn: Turn, { said, told, text }: Parts & { text: string }): Response {
  const { speaker } = turn
  const acts = new Set(said.map(({ act }) => act))
  const social = SOCIAL.filter(([act]) => acts.has(act) && !(act === 'agree' && acts.size > 1))
  const isOnlyBabble = acts.size === 1
  if (acts.has('story')) return tellStory(turn)
  if (acts.has('request') && social.length === 0 && told.length === 0)
    return { gesture: 'shrugs', sentences: [speaker.say(isWish(said) ? 'agree' : 'cannot')] }
  const moves = social.filter(([act]) => act !== 'nonsense' || isOnlyBabble).slice(-2)
  const gesture = moves[0]?.[2]
  const first = moves.map(([, move]) => speaker.say(move))
  if (acts.has('greet') || acts.has('met')) return greet(turn, { told, first, acts })
  if (first.length > 0 && gesture !== undefined) {
    const back = acts.has('how')
      ? [speaker.sayMaybe('ask')].filter((each) => each !== '' && turn.manner.isCurious)
      : []
    return { gesture, sentences: [...first, ...noteBriefly(turn, told, acts), ...back] }
  }
  return takeNote(turn, told, text)
}

/** "Please stop talking about ice": nothing to do, and nothing to refuse. */
const isWish = (said: readonly Said[]): boolean =>
  said.some(
    ({ act, text }) =>
      act === 'request' &&
      /\b(?:stop|don't|do not|never|be|forget|wait|listen|imagine|let|guess|come|look)\b/i.test(text),
  )

function noteBriefly(
  { speaker }: Turn,
  told: readonly PlayerStatement[],
  acts: ReadonlySet<Act>,
): readonly string[] {
  if (acts.has('insult') || acts.has('bye') || acts.has('hush')) return []
  const mood = told.map(({ text }) => moodOf(text)).find((each) => each !== 'even')
  return mood === undefined ? [] : [speaker.say(mood === 'sad' ? 'sorry' : 'glad')]
}

const isKnown = ({ playerMessages, known }: Turn): boolean => playerMessages.length > 0 || known.length > 0

function greet(
  turn: Turn,
  {
    told,
    first,
    acts,
  }: { told: readonly PlayerStatement[]; first: readonly string[]; acts: ReadonlySet<Act> },
): Response {
  const { speaker, sources, manner, length } = turn
  const name = told.find(({ slot }) => slot === 'name')
  const hasMet = name !== undefined || acts.has('met')
  const wasKnown = turn.playerMessages.length > 0 || turn.remembered.length > 0
  const hello = hasMet && !wasKnown ? speaker.say('met') : speaker.say(wasKnown ? 'again' : 'greet')
  const others = told.filter(({ slot }) => slot !== 'name')
  const mood = others.map(({ text }) => moodOf(text)).find((each) => each !== 'even')
  const reaction =
    mood === undefined
      ? others.slice(0, 1).map((one) => noted(turn, one))
      : [speaker.say(mood === 'sad' ? 'sorry' : 'glad')]
  const after = told.length === 0 && length > 1 ? askAfter(turn) : undefined
  const introduction =
    !wasKnown && !speaker.wasSaid(sources.persona.introduction) ? [sources.persona.introduction] : []
  const back =
    manner.isCurious && after === undefined && others.length === 0
      ? [speaker.sayMaybe('ask')].filter((each) => each !== '' && acts.has('how'))
      : []
  return {
    gesture: 'smiles',
    sentences: [hello, ...first, ...reaction, ...(after === undefined ? introduction : [after]), ...back],
  }
}

const SYMPATHY = { sad: 'sorry', happy: 'glad' } as const

/** What the character remembers of what it was told, and asks back. */
function takeNote(turn: Turn, told: readonly PlayerStatement[], text: string): Response {
  const { speaker, manner, length } = turn
  const mood = moodOf(text)
  const words = wordsOf(text).length
  const reaction = mood === 'even' ? undefined : speaker.say(SYMPATHY[mood])
  const long = words > LONG_WORDS ? [speaker.say('long')] : []
  const name = told.find(({ slot }) => slot === 'name')
  const last = told.findLast(({ slot }) => slot !== 'name')
  const fitting = last === undefined ? undefined : somethingFitting(turn, last)
  const notes = [
    ...long,
    ...(name === undefined ? [] : [speaker.say('met')]),
    ...(reaction === undefined ? [] : [reaction]),
    ...(last !== undefined &&
    (reaction === undefined || long.length > 0) &&
    (name === undefined || length > 1)
      ? [noted(turn, last)]
      : []),
    ...(fitting === undefined ? [] : [fitting]),
  ]
  const sentences = notes.length > 0 ? notes : [speaker.say('noted')]
  const isOpen = manner.isCurious && fitting === undefined && sentences.length < length
  const back = isOpen ? askAbout(last ?? name, mood, speaker) : ''
  return { gesture: 'nods', sentences: back === '' ? sentences : [...sentences, back] }
}

/** A fact of the player is repeated so that they see it was understood; else a word of the character's own. */
function noted({ speaker }: Turn, { text, slot }: PlayerStatement): string {
  const isFact =
    slot !== undefined ||
    /^(?:You (?:are|have|like|love|hate|work|live|can't|cannot|don't|never|always|moved|own)|Your)\b/.test(
      text,
    )
  const spoken = `I will remember that ${inner(quote(text, 120).replace(/[.]$/, ''))}.`
  if (
    !isFact ||
    /\b(?:he|she|it|they|her|him|them|this|that)\b/i.test(text) ||
    speaker.wasSaid(spoken) ||
    wordsOf(text).length > 16
  )
    return speaker.say('noted')
  return slot !== undefined || speaker.choose(2) === 0 ? spoken : speaker.say('noted')
}

/** What the character knows about the very thing the player speaks of, or was told of it before. */
function somethingFitting(turn: Turn, { text, key }: PlayerStatement): string | undefined {
  const { sources, speaker } = turn
  const question = readQuestion(text, { terms: [] })
  const asked = { ...question, kind: 'tell', about: 'self' } as const
  const found = findAnswers(asked, candidatesFor(asked, sources)).filter(
    ({ statement, coverage }) => coverage >= 0.6 && !speaker.wasSaid(statement.text) && statement.key !== key,
  )
  const [best] = found
  if (best === undefined) return undefined
  const { statement } = best
  if (statement.source === 'persona') return statement.text
  // Whatever is told or remembered is a statement about the player.
  return statement.source === 'remembered' || statement.source === 'told'
    ? tellOf(statement as PlayerStatement, turn)
    : undefined
}
