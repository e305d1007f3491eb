import type { CharacterRecord } from '../../../domain/characters/record.js'
import { markedSentencesOf, stemsOf } from './text.js'

/** What the stub can say about its character: one sentence each, as it will be spoken. */
export type PersonaNote = { readonly sentence: string; readonly stems: ReadonlySet<string> }

/** The sentences of the persona; a system prompt replaces them, as it replaces the persona for a real model. */
export function personaNotesOf(character: CharacterRecord): readonly PersonaNote[] {
  if (character.system_prompt !== null && character.system_prompt.trim() !== '') {
    return markedSentencesOf(character.system_prompt).map((sentence) =>
      note(`My instructions say: “${sentence}”`, sentence),
    )
  }
  return [character.personality, character.background]
    .flatMap((text) => markedSentencesOf(text ?? ''))
    .map((sentence) => note(sentence, sentence))
}

/** The notes that share words with the question, best first; rare words count for more. */
export function notesAbout(notes: readonly PersonaNote[], question: string): readonly PersonaNote[] {
  const wanted = [...new Set(stemsOf(question))].map((stem) => {
    const shares = notes.map(({ stems }) => share(stems, stem))
    const bearers = shares.filter((part) => part > 0).length
    return { shares, weight: Math.log(1 + notes.length / Math.max(bearers, 1)) }
  })
  return notes
    .map((candidate, at) => ({
      candidate,
      score: wanted.reduce((sum, { shares, weight }) => sum + weight * (shares[at] ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate)
}

/** A whole word, or half of one when it is the beginning of another: "light" and "lighthouse". */
function share(stems: ReadonlySet<string>, wanted: string): number {
  if (stems.has(wanted)) return 1
  const isRelated = (stem: string) =>
    Math.min(stem.length, wanted.length) >= 4 && (stem.startsWith(wanted) || wanted.startsWith(stem))
  return [...stems].some(isRelated) ? 0.5 : 0
}

const note = (spoken: string, about: string): PersonaNote => ({
  sentence: /[.!?…”]$/.test(spoken) ? spoken : `${spoken}.`,
  stems: new Set(stemsOf(about)),
})
