import type { Language } from '../language/detect-language.js'
import { readQuestion } from '../question/read-question.js'
import { replyInLanguage } from '../talk/foreign.js'
import { answerQuestion } from './answer-question.js'
import type { Response, Turn } from './turn.js'

/** In the language of the message as far as there are phrases of it; facts come in English, as they are written. */
export function answerForeign(turn: Turn, text: string, language: Exclude<Language, 'en'>): Response {
  const reply = replyInLanguage({
    text,
    language,
    speaker: turn.speaker,
    name: turn.request.character.name,
    answer: (lemmas) => {
      if (lemmas.length === 0) return undefined
      const asked = lemmas.includes('job') ? 'what do you do?' : lemmas.join(' ')
      const question = readQuestion(asked, { terms: [] })
      const { gesture, sentences } = answerQuestion(turn, { ...question, kind: 'what', about: 'self' })
      return gesture === 'shrugs' ? undefined : sentences[0]
    },
  })
  return { gesture: 'nods', sentences: [reply] }
}
