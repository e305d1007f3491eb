import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import type { Question } from '../question/read-question.js'
import { valueOfSlot } from '../statements/player.js'
import type { Response, Turn } from './turn.js'

/** "What does Oduya call you?" */
export const ASKS_CALLED_BY =
  /^(?:and |so )?what (?:does|do|did|is|are) (?!you\b|i\b|they\b|people\b)(.{2,40}?) (?:call|calling) you\b/i

export function tellCalledBy(
  { sources: { persona }, speaker }: Turn,
  { text }: Question,
): Response | undefined {
  const who = wordsOf(ASKS_CALLED_BY.exec(text)?.[1] ?? '')
    .map(lemmaOf)
    .at(-1)
  if (who === undefined) return undefined
  const told = persona.statements.find(
    ({ text: each, lemmas, parts }) =>
      parts.length === 0 && /\b(?:calls?|called|nicknamed) me\b/.test(each) && lemmas.includes(who),
  )
  return told === undefined ? undefined : { gesture: 'smiles', sentences: [speaker.fresh(told.text)] }
}

export const ASKS_LANGUAGE = /^(?:[Dd]o|[Cc]an|[Cc]ould) you (?:also |really )?speak (?:any )?\p{Lu}/u

/** "Do you speak German?": yes where it is among the languages that are told, else those. */
export function tellLanguages(
  { sources: { persona }, speaker }: Turn,
  { text }: Question,
): Response | undefined {
  const language = /\bspeak (?:any )?(\p{Lu}\p{L}+)/u.exec(text)?.[1] ?? ''
  const told = persona.statements.find(({ text: each }) =>
    /^I (?:\p{L}+ )?speak (?:\p{L}+ ){0,3}\p{Lu}/u.test(each),
  )
  if (told === undefined) return undefined
  const isTold = told.words.includes(language.toLowerCase())
  return {
    gesture: 'nods',
    sentences: [speaker.fresh(isTold && !told.isNegated ? `Yes, ${told.text}` : told.text)],
  }
}

const CALLED =
  /\b(?:calls?|called|know|knows|nicknamed) me (?!(?:an?|the|in|up|back|when|if|to|at|by|on|names|for)\b)|^My nickname is\b|\b(?:known as|nicknamed|goes by|go by)\b/
const ASKS_CALLED =
  /\b(?:(?:they|people|friends|everybody|everyone|colleagues|others|folk|children|neighbours) (?:all )?call you|nicknames?|known as|you called)\b/i

export function introduce({ sources: { persona }, speaker, length }: Turn, { text }: Question): Response {
  const called = ASKS_CALLED.test(text)
    ? persona.statements.find((each) => CALLED.test(each.text))
    : undefined
  if (called !== undefined) return { gesture: 'smiles', sentences: [speaker.fresh(called.text)] }
  if (!speaker.wasSaid(persona.introduction)) return { gesture: 'smiles', sentences: [persona.introduction] }
  const role =
    persona.role === undefined || persona.role === persona.introduction ? [] : [speaker.fresh(persona.role)]
  return {
    gesture: 'smiles',
    sentences: [speaker.fresh(`My name is ${persona.name}.`), ...role].slice(0, length),
  }
}

export function tellPlayerName({ known, speaker }: Turn, { text }: Question): Response {
  const name = valueOfSlot(known, 'name')
  if (name === undefined) return { gesture: 'shrugs', sentences: [speaker.say('untold')] }
  const told = speaker.fresh(/\bwho\b/i.test(text) ? `You are ${name}.` : `Your name is ${name}.`)
  const more = known
    .filter(({ slot }) => slot === 'job' || slot === 'home')
    .map(({ text: fact }) => speaker.fresh(fact))
  return { gesture: 'nods', sentences: /\bwho\b/i.test(text) ? [told, ...more] : [told] }
}
