import type { ReplyRequest } from '../../../domain/turns/ports.js'
import { isQuestion, markedSentencesOf, quote, stemsOf } from './language/text.js'
import type { Persona } from './statements/persona.js'
import type { StatementIndex } from './statements/statement-index.js'

type Scene = NonNullable<ReplyRequest['encounter']>
type EncounterContext = {
  readonly scene: Scene
  /** What the other said last; empty when nobody has spoken. */
  readonly last: string
  /** What the character has said in this encounter. */
  readonly spoken: readonly string[]
  readonly persona: Persona
  readonly own: StatementIndex
  /** They have met before. */
  readonly isKnown: boolean
}

/** The next line to another character, most to the point first: a greeting, what the persona has to say, a question, a farewell. */
export function encounterSentences(
  { messages, memories }: ReplyRequest,
  scene: Scene,
  { persona, own }: Pick<EncounterContext, 'persona' | 'own'>,
): readonly string[] {
  const said = (role: string) => messages.filter((one) => one.role === role).map(({ content }) => content)
  const spoken = said('assistant')
  const last = scene.turn === 0 ? '' : (said('user').at(-1) ?? '')
  const isKnown = memories.facts.length + memories.memories.length > 0
  const heard = { scene, last, spoken, persona, own, isKnown }
  if (spoken.length === 0) return greet(heard)
  return scene.isLast ? sayFarewell(heard) : continueTalk(heard)
}

function greet(heard: EncounterContext): readonly string[] {
  const { persona, scene, isKnown } = heard
  const hello = `Hello${isKnown ? ' again' : ''}, ${scene.other.name}`
  const greeting = isKnown ? `${hello}.` : `${hello}, ${persona.introduction}`
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
function unusedNote({ persona, own, spoken, last, scene }: EncounterContext): string | undefined {
  const all = spoken.join(' ')
  const isUnused = ({ text, isClause }: { text: string; isClause: boolean }) =>
    !isClause && text !== persona.role && !all.includes(text)
  const terms = [...new Set(stemsOf(`${last} ${scene.prompt}`))].map((lemma) => ({
    lemma,
    weight: 1,
    variants: NO_VARIANTS,
  }))
  const about = own
    .search(terms)
    .filter(({ statement }) => isUnused(statement))
    .sort((a, b) => b.coverage - a.coverage || a.at - b.at)
  return about[0]?.statement.text ?? own.statements.find(isUnused)?.text
}

const NO_VARIANTS: ReadonlyMap<string, number> = new Map()

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
