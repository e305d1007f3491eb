import { quote } from './text.js'

/** Something the player told about themselves: "name" is "Sam". */
export type PlayerFact = { readonly about: string; readonly value: string }

const END = '(?=(?<!\\s)\\s+and\\s+(?:i|my)\\b|[.,!?;\\n]|$)'
const NAME = "\\p{L}[\\p{L}'’-]*(?:\\s+\\p{Lu}[\\p{L}'’-]*)?"

/** How players tell things. The first group is the value, unless there are two: then what it is about comes first. */
const FACT_PATTERNS: readonly (readonly [string | undefined, RegExp])[] = [
  ['name', new RegExp(`\\b(?:[Mm]y name(?: is|'s)|I am called|I'm called)\\s+(?!not\\b)(${NAME})`, 'gu')],
  [
    'name',
    new RegExp(
      `(?:[Cc]all me|^(?:[Hh]i|[Hh]ello|[Hh]ey)\\b[^\\p{L}]*(?:I am|I'm))\\s+(?=\\p{Lu})(${NAME})`,
      'gu',
    ),
  ],
  ['home', new RegExp(`\\bi (?:now )?live in\\s+([^\\n]+?)${END}`, 'giu')],
  ['origin', new RegExp(`\\bi(?: am|'m| come) from\\s+([^\\n]+?)${END}`, 'giu')],
  ['job', new RegExp(`\\bi work as\\s+([^\\n]+?)${END}`, 'giu')],
  ['likes', new RegExp(`\\bi (?:really |also )?(?:like|love|enjoy)\\s+([^\\n]+?)${END}`, 'giu')],
  [
    undefined,
    new RegExp(
      `\\bmy (?!name\\b)((?:favou?rite )?\\w+?)(?:'s name)?(?: is called| is named| is|'s)\\s+([^\\n]+?)${END}`,
      'giu',
    ),
  ],
]

/** Most messages tell nothing; this finds out sooner than the patterns above. */
const SPEAKS_OF_SELF = /\b(?:i|my|call)\b/i

/** What the messages tell about the player; what is told later replaces what was told before. */
export type FactReader = (messages: readonly string[]) => readonly PlayerFact[]

/** The messages that a model is shown come again with every turn: so many are read once. */
const REMEMBERED_MESSAGES = 5000

export function createFactReader(): FactReader {
  const remembered = new Map<string, readonly PlayerFact[]>()
  const toldIn = (message: string): readonly PlayerFact[] => {
    const known = remembered.get(message)
    if (known !== undefined) return known
    if (remembered.size >= REMEMBERED_MESSAGES) remembered.clear()
    const told = SPEAKS_OF_SELF.test(message) ? readMessage(message) : []
    remembered.set(message, told)
    return told
  }
  return (messages) => keepLatestFacts(messages.flatMap(toldIn))
}

/** A question tells nothing: "What if I live in Rome?" */
const readMessage = (message: string): readonly PlayerFact[] =>
  message
    .slice(0, 2000)
    .split(/(?<=[.!?\n])/)
    .filter((part) => !part.includes('?'))
    .flatMap(factsInSentence)

/** What is told later counts. */
export const keepLatestFacts = (...told: readonly (readonly PlayerFact[])[]): readonly PlayerFact[] =>
  [...new Map(told.flat().map(({ about, value }) => [about, value]))].map(([about, value]) => ({
    about,
    value,
  }))

export const factAbout = (facts: readonly PlayerFact[], about: string): string | undefined =>
  facts.find((fact) => fact.about === about)?.value

/** The fact as the character says it to the player. */
export function phraseFact({ about, value }: PlayerFact): string {
  switch (about) {
    case 'home':
      return `you live in ${value}`
    case 'origin':
      return `you come from ${value}`
    case 'job':
      return `you work as ${value}`
    case 'age':
      return /^\d+$/.test(value) ? `you are ${value} years old` : `you are ${value}`
    case 'study':
      return `you study ${value}`
    case 'likes':
      return `you like ${value}`
    default:
      return `your ${about} is ${value}`
  }
}

function factsInSentence(sentence: string): PlayerFact[] {
  return FACT_PATTERNS.flatMap(([about, pattern]) =>
    [...sentence.matchAll(pattern)].map(([, first = '', second = '']) => ({
      about: about ?? first.toLowerCase().replace('favorite', 'favourite'),
      value: quote(about === undefined ? second : first, 60),
    })),
  ).filter(({ about, value }) => about !== '' && value !== '')
}
