import type { CharacterRecord } from '../../../domain/characters/record.js'
import type { ReplyRequest } from '../../../domain/turns/ports.js'
import { notesAbout, type PersonaNote } from './persona.js'
import { isQuestion, markedSentencesOf, quote } from './text.js'

type Scene = NonNullable<ReplyRequest['encounter']>
type EncounterContext = {
  readonly character: CharacterRecord
  readonly scene: Scene
  /** What the other said last; empty when nobody has spoken. */
  readonly last: string
  /** What the character has said in this encounter. */
  readonly spoken: readonly string[]
  readonly notes: readonly PersonaNote[]
  /** They have met before. */
  readonly isKnown: boolean
}

/** The next line to another character, most to the point first: a greeting, what the persona has to say, a question, a farewell. */
export function encounterSentences(
  { character, messages, memories }: ReplyRequest,
  scene: Scene,
  notes: readonly PersonaNote[],
): readonly string[] {
  const said = (role: string) => messages.filter((one) => one.role === role).map(({ content }) => content)
  const spoken = said('assistant')
  const last = scene.turn === 0 ? '' : (said('user').at(-1) ?? '')
  const isKnown = memories.facts.length + memories.memories.length > 0
  const heard = { character, scene, last, spoken, notes, isKnown }
  if (spoken.length === 0) return greet(heard)
  return scene.isLast ? sayFarewell(heard) : continueTalk(heard)
}

function greet(heard: EncounterContext): readonly string[] {
  const { character, scene, isKnown } = heard
  const hello = `Hello${isKnown ? ' again' : ''}, ${scene.other.name}`
  const tagline = (character.tagline ?? '').replace(/(?<![.\s])[.\s]+$/, '')
  const whoIAm = tagline === '' ? `I am ${character.name}` : `I am ${character.name}, ${tagline}`
  const greeting = isKnown ? `${hello}.` : `${hello}, ${whoIAm}.`
  return [greeting, unusedNote(heard) ?? quotePrompt(scene), question(heard)]
}

function continueTalk(heard: EncounterContext): readonly string[] {
  return [unusedNote(heard) ?? reaction(heard), question(heard), reaction(heard)]
}

function sayFarewell(heard: EncounterContext): readonly string[] {
  const goodbye = `Goodbye, ${heard.scene.other.name}, it was good to talk.`
  return [goodbye, unusedNote(heard) ?? reaction(heard)].reverse()
}

/** Something of the persona that was not said yet, about what the other said if there is. */
function unusedNote({ notes, spoken, last, scene }: EncounterContext): string | undefined {
  const all = spoken.join(' ')
  const left = notes.filter(({ sentence }) => !all.includes(sentence))
  const about = notesAbout(left, `${last} ${scene.prompt}`)[0] ?? left[0]
  return about?.sentence
}

const quotePrompt = ({ prompt }: Scene): string => `So this is it: “${quote(prompt)}”`

/** Takes up what the other said. As many as questions have no common divisor with: it takes long until a line comes back. */
function reaction({ last, scene, spoken }: EncounterContext): string {
  const { other, prompt } = scene
  const words = markedSentencesOf(last).find((sentence) => !isQuestion(sentence) && !sentence.includes('“'))
  const reactions = [
    words === undefined ? `I hear you, ${other.name}.` : `I will remember that you said: “${quote(words)}”`,
    'That is one way to see it.',
    'I would not have thought of that.',
    `And yet it was this that brought us here: “${quote(prompt)}”`,
    `You have a point there, ${other.name}.`,
    'We should speak of this more often.',
    'It is good to hear that from you.',
  ]
  return reactions[spoken.length % reactions.length] ?? ''
}

function question({ scene: { other, turn }, spoken }: EncounterContext): string {
  const questions = [
    `And you, ${other.name}?`,
    `How do you see it, ${other.name}?`,
    `What do you make of that, ${other.name}?`,
    `Is it so with you, too, ${other.name}?`,
  ]
  return questions[(turn + spoken.length) % questions.length] ?? ''
}
