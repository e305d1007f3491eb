import type { CharacterRecord } from '../../domain/characters/record.js'
import { sentencesOf, stemsOf } from './stub-words.js'

/** What the stub can say about its character: one sentence each, as it will be spoken. */
export type Note = { readonly sentence: string; readonly stems: ReadonlySet<string> }

/** The sentences of the persona; a system prompt replaces them, as it replaces the persona for a real model. */
export function notesOf(character: CharacterRecord): readonly Note[] {
  if (character.system_prompt !== null && character.system_prompt.trim() !== '') {
    return sentencesOf(character.system_prompt).map((sentence) =>
      note(`My instructions say: “${sentence}”`, sentence),
    )
  }
  return [character.personality, character.background]
    .flatMap((text) => sentencesOf(text ?? ''))
    .map((sentence) => note(sentence, sentence))
}

/** The notes that share words with the question, best first; rare words count for more. */
export function notesAbout(notes: readonly Note[], question: string): readonly Note[] {
  const wanted = [...new Set(stemsOf(question))].map((stem) => {
    const bearers = notes.filter(({ stems }) => stems.has(stem)).length
    return { stem, weight: Math.log(1 + notes.length / Math.max(bearers, 1)) }
  })
  const scored = notes.map((candidate) => ({
    candidate,
    score: wanted.reduce((sum, { stem, weight }) => sum + (candidate.stems.has(stem) ? weight : 0), 0),
  }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate)
}

const note = (spoken: string, about: string): Note => ({
  sentence: /[.!?…”]$/.test(spoken) ? spoken : `${spoken}.`,
  stems: new Set(stemsOf(about)),
})
