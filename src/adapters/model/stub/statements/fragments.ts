import { isNumber } from '../language/lemma.js'
import { fromThirdPerson, type Subject } from '../language/person.js'
import { wordsOf } from '../language/text.js'
import { baseOfPast, firstPersonOf, isAuxiliary, isFiniteVerb } from '../language/verbs.js'

/** Participles that begin a note about somebody: "Built in a cellar". The second row is about what still holds. */
const WAS_DONE = new Set(
  'born built raised educated made created designed programmed assembled carved banished adopted promoted knighted wounded exiled orphaned hired'.split(
    ' ',
  ),
)
const IS_DONE = new Set(
  'married divorced widowed retired named known employed haunted obsessed engaged based addicted cursed sworn blinded separated bound trapped'.split(
    ' ',
  ),
)
const ADJECTIVES = new Set(
  `afraid allergic scared terrified frightened proud fond good great bad terrible able unable single blind deaf mute tall short old young
loyal jealous suspicious curious keen intolerant homesick lonely rich poor famous vegetarian vegan left-handed lactose-intolerant colour-blind
aged happy responsible devoted immune in`.split(/\s+/),
)
/** What belongs to somebody without saying so: "Best friend is Sol", "Battery lasts eleven hours". */
const POSSESSED = new Set(
  `name age birthday birthplace friend friends best favourite favorite real full nickname serial battery eyes eye hair beard height weight father mother
parents wife husband brother brothers sister sisters son sons daughter daughters children uncle aunt grandfather grandmother dog cat
horse pet pets house home shop ship boat car knees knee left right hobby hobbies dream dreams biggest greatest worst first second last
weapon sword speciality secret job occupation profession motto goal fear fears family rival enemy enemies boss crew apprentice assistant
only eldest youngest late`.split(/\s+/),
)

const LABELS: ReadonlyMap<string, (value: string) => string> = new Map<string, (value: string) => string>([
  ['name', (value) => `My name is ${value}`],
  ['age', (value) => `I am ${value}${/year/i.test(value) ? '' : ' years old'}`],
  ['likes', (value) => `I like ${value}`],
  ['loves', (value) => `I love ${value}`],
  ['dislikes', (value) => `I dislike ${value}`],
  ['hates', (value) => `I hate ${value}`],
  ['fears', (value) => `I am afraid of ${value}`],
  ['fear', (value) => `I am afraid of ${value}`],
  ['allergies', (value) => `I am allergic to ${value}`],
  ['occupation', (value) => `I work as ${value}`],
  ['job', (value) => `I work as ${value}`],
  ['profession', (value) => `I work as ${value}`],
  ['from', (value) => `I come from ${value}`],
  ['origin', (value) => `I come from ${value}`],
  ['birthplace', (value) => `I was born in ${value}`],
  ['home', (value) => `I live in ${value}`],
  ['lives', (value) => `I live in ${value}`],
  ['speaks', (value) => `I speak ${value}`],
  ['languages', (value) => `I speak ${value}`],
])

const LABEL = /^([\p{L} ]{2,30}): (.+)$/u

/**
 * A sentence about somebody, or a note without a subject, in the first person: "Keeps bees" is "I keep bees", "Afraid of
 * wasps" is "I am afraid of wasps", "Favourite book: Emma" is "My favourite book is Emma".
 */
export function completeFragment(sentence: string, subject: Subject): string {
  const label = LABEL.exec(sentence)
  if (label !== null) return labelled(label, subject)
  const words = wordsOf(sentence)
  const [first = '', second = ''] = words
  const verbless = !words.some(isFiniteVerb)
  const inFirst = (text: string) => fromThirdPerson(text, subject)
  const lowered = uncapitalise(sentence)

  if (first === 'never' && verbless === false && words.length < 3) return inFirst(`I ${lowered}`)
  if (WAS_DONE.has(first) && isPreposition(second)) return inFirst(`I was ${lowered}`)
  if (
    IS_DONE.has(first) &&
    (isPreposition(second) ||
      second === '' ||
      second === 'and' ||
      second === 'since' ||
      /^\S+[;,]/.test(sentence))
  )
    return inFirst(`I am ${lowered}`)
  if (startsWithVerb(words)) return `I ${fromThirdPerson(lowered, subject, { startsWithVerb: true })}`
  if (POSSESSED.has(first) && !isPreposition(second))
    return inFirst(verbless ? possession(lowered) : `My ${lowered}`)
  if (verbless || ADJECTIVES.has(first)) {
    const noun = nounFragment(words, lowered)
    if (noun !== undefined) return inFirst(noun)
  }
  return inFirst(sentence)
}

function labelled([, key = '', value = '']: RegExpExecArray, subject: Subject): string {
  const bare = fromThirdPerson(value, subject).replace(/(?<![.\s])[.\s]+$/, '')
  const known = LABELS.get(key.trim().toLowerCase())
  if (known !== undefined) return known(bare)
  const isPlural = /[^s]s$/.test(key.trim()) && /,| and /.test(bare)
  if (OWNED.test(key)) return `${key.trim()} ${isPlural ? 'are' : 'is'} ${bare}`
  return `My ${key.trim().toLowerCase()} ${isPlural ? 'are' : 'is'} ${bare}`
}

const OWNED = /^\s*(?:the|my|your|his|her) /i

/** "The crew: Ann and Bob" as a sentence. */
export function unlabelled(sentence: string): string {
  const label = LABEL.exec(sentence)
  return label === null || sentence.includes('"')
    ? sentence
    : labelled(label, { names: [], pronouns: undefined })
}

const SKIPPED = new Set([
  'also',
  'always',
  'once',
  'never',
  'often',
  'still',
  'usually',
  'now',
  'rarely',
  'sometimes',
  'secretly',
  'only',
  'recently',
])

/** "Keeps forty hives", "Has never been outside", "Cannot swim", "Once won a race". */
function startsWithVerb(words: readonly string[]): boolean {
  const rest = words.slice(words.findIndex((word) => !SKIPPED.has(word)))
  const [verb = '', next = ''] = rest
  if (isAuxiliary(verb)) return !['are', 'were', 'am'].includes(verb)
  if (firstPersonOf(verb) !== undefined) return !isFiniteVerb(next) || baseOfPast(next) !== undefined
  return baseOfPast(verb) !== undefined && !isAuxiliary(next)
}

/** "Age 43", "Serial number HX-204" */
function possession(text: string): string {
  const at = /^(.+?) ((?:\p{Lu}|\d)\S*)$/u.exec(text.replace(/(?<![.\s])[.\s]+$/, ''))
  if (at === null) return `My ${text}`
  const [, what = '', value = ''] = at
  return what === 'age' ? `I am ${value} years old` : `My ${what} is ${value}`
}

function nounFragment([first = '', second = '']: readonly string[], text: string): string | undefined {
  if (first === 'from' || first === 'originally')
    return `I come from ${text.replace(/^(?:originally )?from /, '')}`
  if (ADJECTIVES.has(first)) return `I am ${text}`
  if (first === 'a' || first === 'an') return `I am ${text}`
  if (first === 'no' || isNumber(first) || first === 'one' || first === 'several')
    return /year/.test(second) ? `I am ${text}` : `I have ${text}`
  return undefined
}

const isPreposition = (word: string) =>
  /^(?:in|at|on|by|from|to|with|for|of|as|near|under|after|during|into|between|among|inside|off)$/.test(word)

const uncapitalise = (text: string): string =>
  /^\p{Lu}\p{Ll}*(?:\s+\p{Lu}|['’]s\b)/u.test(text) && !/^(?:Born|Keeps|Has|Is|Was|Owns)\b/.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1)
