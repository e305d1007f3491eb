import type { Language } from '../language/detect-language.js'
import { readQuestion } from '../question/read-question.js'
import { valueOfSlot } from '../statements/player.js'
import { englishQuestion, replyInLanguage, sayIn } from '../talk/foreign.js'
import {
  ENGLISH,
  type Foreign,
  inOtherWords,
  introducedName,
  type PersonalTopic,
  personalTopicOf,
  sayPlayerName,
} from '../talk/foreign-topics.js'
import { answerQuestion } from './answer-question.js'
import { recallAll } from './recall.js'
import type { Response, Turn } from './turn.js'

/**
 * In the language of the message: what everybody asks first, with the names, places and numbers of the persona as they
 * stand, and phrases for small talk; other facts come in English, as they are written.
 */
export function answerForeign(turn: Turn, text: string, language: Exclude<Language, 'en'>): Response {
  const reply =
    (language === 'other' ? undefined : answerPersonal(turn, text, language)) ??
    replyInLanguage({
      text,
      language,
      speaker: turn.speaker,
      name: turn.request.character.name,
      answer: (lemmas) => {
        const asked = englishQuestion(lemmas)
        return asked === undefined ? undefined : inEnglish(turn, asked)
      },
    })
  return { gesture: 'nods', sentences: [reply] }
}

/** The answer to an English question; undefined where the character does not know one. */
function inEnglish(turn: Turn, asked: string): string | undefined {
  const { gesture, sentences } = answerQuestion(turn, readQuestion(asked, { terms: [] }))
  return gesture === 'shrugs' ? undefined : sentences[0]
}

function answerPersonal(turn: Turn, text: string, language: Foreign): string | undefined {
  const topic = personalTopicOf(text, language)
  const introduced = introducedName(text, language)
  if (topic === undefined && introduced !== undefined)
    return sayIn('met', language, turn.speaker).replace('{}', () => introduced)
  if (topic === undefined || topic === 'self') return undefined
  if (topic === 'playerName') return tellPlayerName(turn, language)
  if (topic === 'aboutPlayer') return tellAboutPlayer(turn, language)
  return tellPersonal(turn, topic, language)
}

function tellPersonal(
  { speaker, ...turn }: Turn,
  topic: Exclude<PersonalTopic, 'playerName' | 'aboutPlayer'>,
  language: Foreign,
): string {
  const answer = inEnglish({ speaker, ...turn }, ENGLISH[topic])
  if (answer === undefined) return sayIn('unknown', language, speaker)
  const said = inOtherWords(topic, answer, language)
  return said !== undefined && !speaker.wasSaid(said)
    ? said
    : sayIn('answer', language, speaker).replace('{}', () => answer)
}

function tellPlayerName(turn: Turn, language: Foreign): string {
  const name = valueOfSlot(turn.known, 'name')
  return name === undefined ? sayIn('untold', language, turn.speaker) : sayPlayerName(name, language)
}

function tellAboutPlayer(turn: Turn, language: Foreign): string {
  const name = valueOfSlot(turn.known, 'name')
  const first = name === undefined ? [] : [sayPlayerName(name, language)]
  const facts = turn.known.filter(({ slot }) => slot !== 'name')
  const rest = recallAll({ ...turn, known: facts }).sentences.slice(1, 1 + turn.length)
  if (rest.length === 0) return first[0] ?? sayIn('untold', language, turn.speaker)
  return [...first, sayIn('answer', language, turn.speaker).replace('{}', () => rest.join(' '))].join(' ')
}
