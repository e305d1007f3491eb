import { isNumber } from '../language/lemma.js'
import { fromThirdPerson, type Subject } from '../language/person.js'
import { wordsOf } from '../language/text.js'
import { baseOfPast, baseOfVerb, firstPersonOf, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { LABEL, withArticle } from './labels.js'
import { startsWithUnknownVerb, startsWithVerb } from './starts-with-verb.js'

/** Participles that begin a note about somebody: "Built in a cellar". The second row is about what still holds. */
const WAS_DONE = new Set(
  'born built raised educated made created designed programmed assembled carved banished adopted promoted knighted wounded exiled orphaned hired activated installed launched commissioned forged hatched'.split(
    ' ',
  ),
)
const IS_DONE = new Set(
  'married unmarried closed divorced widowed retired named known employed haunted obsessed engaged based addicted cursed sworn blinded separated bound trapped'.split(
    ' ',
  ),
)
export const ADJECTIVES = new Set(
  `afraid allergic scared terrified frightened proud fond good great bad terrible able unable single blind deaf mute tall short old young
loyal jealous suspicious curious keen intolerant homesick lonely rich poor famous vegetarian vegan left-handed lactose-intolerant colour-blind
aged happy responsible devoted immune in`.split(/\s+/),
)
/** What belongs to somebody without saying so: "Best friend is Sol", "Battery lasts eleven hours". */
export const POSSESSED = new Set(
  `name age birthday birthplace friend friends best favourite favorite real full nickname serial battery eyes eye hair beard height weight father mother
parents wife husband brother brothers sister sisters son sons daughter daughters children uncle aunt grandfather grandmother dog cat
horse pet pets house home shop ship boat car knees knee left right hobby hobbies dream dreams biggest greatest worst first second last
weapon sword speciality secret job occupation profession motto goal fear fears family rival enemy enemies boss crew apprentice assistant
only eldest youngest late`.split(/\s+/),
)

/** Notes between semicolons, a sentence each: "51; unmarried; runs a pharmacy". What hangs together stays so: "It went; I stayed". */
export function notesApart(sentence: string): readonly string[] {
  const parts = sentence.split('; ')
  if (parts.length < 2 || /["“”]/.test(sentence)) return [sentence]
  const isNoted = LABEL.exec(sentence) === null && isNote(parts[0] ?? '')
  return parts.length > 2 || isNoted ? parts : [sentence]
}

/** It has no subject, or no verb. */
function isNote(part: string): boolean {
  const words = wordsOf(part)
  const [first = ''] = words
  return (
    isNumber(first) ||
    ADJECTIVES.has(first) ||
    WAS_DONE.has(first) ||
    IS_DONE.has(first) ||
    startsWithVerb(words) ||
    !words.some(isVerb)
  )
}

/** "16, lives in Leeds, plays chess" are three notes; a sentence with a subject is one. */
export function notesIn(sentence: string): readonly string[] {
  const [first = ''] = wordsOf(sentence)
  const isParticiple = first.endsWith('ing') && baseOfVerb(first) !== undefined
  if (
    !isNumber(first) &&
    !ADJECTIVES.has(first) &&
    !isParticiple &&
    !startsWithVerb(wordsOf(sentence)) &&
    !ORIGIN_FIRST.test(sentence)
  )
    return [sentence]
  const notes: string[] = []
  for (const part of sentence.split(/, (?=\p{Ll})/u)) {
    const [verb = ''] = wordsOf(part)
    if (
      notes.length === 0 ||
      (firstPersonOf(verb) !== undefined && isFiniteVerb(verb)) ||
      beginsNote(wordsOf(part))
    )
      notes.push(part)
    else notes[notes.length - 1] += `, ${part}`
  }
  return notes
}

/** "Half Nigerian, half Tibetan, born in Kathmandu", "Norwegian, raised in Leith" */
const ORIGIN_FIRST =
  /^(?:(?:half|part)[ -]\p{Lu}\p{L}+(?:(?:,| and|,? but) (?:half|part)[ -]\p{Lu}\p{L}+)?|\p{Lu}\p{Ll}+(?:ian|ean|ish|ese|an|ch|ss|ek|ic)), (?:born|raised|living|lives|works|once|formerly|now|from)\b/iu

/** "Sister Perpetua" is nobody's sister. */
const startsWithName = (sentence: string, { names }: Subject): boolean =>
  names.some((name) => name.includes(' ') && sentence.toLowerCase().startsWith(name))

/** "from Rotterdam", "parents from Beirut", "used to study law" */
const beginsNote = ([first = '', second = '']: readonly string[]): boolean =>
  (first === 'used' && second === 'to') ||
  (/^(?:from|originally|cannot|can't|wants|never)$/.test(first) &&
    !(first === 'never' && isPreposition(second))) ||
  (POSSESSED.has(first) && second === 'from') ||
  ((IS_DONE.has(first) || WAS_DONE.has(first)) && (isPreposition(second) || second === ''))

export function completeNote(sentence: string, subject: Subject): string {
  const words = wordsOf(sentence)
  const [first = '', second = ''] = words
  const verbless = !words.some(isFiniteVerb)
  const inFirst = (text: string) => fromThirdPerson(text, subject)
  const lowered = uncapitalise(sentence)

  const known = ageWithMore(sentence) ?? whatIsNoted(words, sentence)
  if (known !== undefined) return inFirst(known)
  if (isNumber(first) && words.length === 1) return `I am ${lowered.replace(/\.$/, '')} years old`
  if (first === 'never' && verbless === false && words.length < 3) return inFirst(`I ${lowered}`)
  if (second === 'known' && /^(?:best|well|widely|mostly|better|locally)$/.test(first))
    return inFirst(`I am ${lowered}`)
  if (POSSESSED.has(first) && second === 'from')
    return inFirst(
      `My ${first} ${/[^s]s$/.test(first) ? 'come' : 'comes'} ${lowered.slice(first.length + 1)}`,
    )
  if (
    (WAS_DONE.has(first) && (isPreposition(second) || isNumber(second))) ||
    (second === 'by' && baseOfPast(first) !== undefined)
  )
    return inFirst(`I was ${lowered}`)
  if (
    IS_DONE.has(first) &&
    (isPreposition(second) ||
      second === '' ||
      second === 'and' ||
      second === 'since' ||
      /^\S+[;,]/.test(sentence))
  )
    return inFirst(`${first === 'closed' ? 'We are' : 'I am'} ${lowered}`)
  if (ADJECTIVES.has(first) && /^(?:of|to|with|at|about|in|for|from|since|by)$/.test(second))
    return inFirst(`I am ${lowered}`)
  if (startsWithVerb(words) || startsWithUnknownVerb(words)) {
    const verb = sentence.charAt(0).toLowerCase() + sentence.slice(1)
    const base = startsWithVerb(words) ? verb : verb.replace(/^(\p{L}+)s\b/u, '$1')
    return `I ${fromThirdPerson(base, subject, { startsWithVerb: true })}`
  }
  if (isKind(words)) return inFirst(`I am ${withArticle(lowered)}`)
  if (first.endsWith('ing') && baseOfVerb(first) !== undefined && !words.slice(1, 3).some(isFiniteVerb))
    return inFirst(`I am ${lowered}`)
  if (
    POSSESSED.has(first) &&
    !isPreposition(second) &&
    !IS_TIME.test(second) &&
    !startsWithName(sentence, subject)
  ) {
    // What follows may be a name: "Wife Karin".
    const owned = `${first}${lowered.slice(first.length)}`
    return inFirst(verbless ? possession(owned) : `My ${owned}`)
  }
  if (verbless || (ADJECTIVES.has(first) && first !== 'in')) {
    const noun = nounFragment(words, lowered)
    if (noun !== undefined) return inFirst(noun)
  }
  return inFirst(sentence)
}

const DOER =
  /\p{L}{3}(?:er|or|ist|ian|man|woman|maid|clerk|guard|pilot|nurse|cook|monk|nun|priest|guide|captain)$/u

/** "Age 58, widower" */
function ageWithMore(sentence: string): string | undefined {
  const [, age = '', more = ''] =
    /^age (?:is )?(\d{1,4}|[\p{L}-]+)(?: years(?: old)?)?, (.{2,80})$/iu.exec(sentence.replace(/[.]$/, '')) ??
    []
  if (!isNumber(age)) return undefined
  const isWhole = /^(?:an?|the|from|in|single|married|widowed|divorced|retired)\b|ed$/.test(more)
  return `I am ${age} years old and ${isWhole ? more : withArticle(more)}`
}

/** What somebody is, or who is theirs, without a verb; undefined for other notes. */
function whatIsNoted([first = '', second = '']: readonly string[], sentence: string): string | undefined {
  const lowered = uncapitalise(sentence)
  if (ORIGIN.test(sentence))
    return `I am ${sentence.replace(/^(?:Half|Part)\b/, (word) => word.toLowerCase())}`
  if (first === 'not' && (IS_DONE.has(second) || baseOfPast(second) !== undefined || ADJECTIVES.has(second)))
    return `I am ${lowered}`
  // "goalkeeper of the under-16s", as a note in small letters
  if (/^\p{Ll}/u.test(sentence) && DOER.test(first) && BEHIND_DOER.test(second) && !POSSESSED.has(first))
    return `I am the ${lowered.replace(/, ([\p{Ll} ]{3,20}) (\d+)[.]?$/u, ', and my $1 is $2')}`
  // "little brother Aram, 6, steals his chargers"
  if (/^(?:big|little|younger|older|elder|twin|half)$/.test(first) && POSSESSED.has(second))
    return `My ${lowered}`
  return second === 'of' && BEARERS.has(first) ? `I am the ${lowered}` : undefined
}

const BEHIND_DOER = /^(?:of|at|in|for|on|to)$/

/** Where somebody's people come from, without a verb. */
const ORIGIN =
  /^(?:(?:[Hh]alf|[Pp]art)[ -]\p{Lu}\p{L}+(?:(?:,| and|,? but) (?:half|part)[ -]\p{Lu}\p{L}+)?|\p{Lu}\p{Ll}+(?:ian|ean|ish|ese|ch|ss|ek))(?: by (?:birth|descent))?[.]?$/u

/** "Widow of the miller": what stands before "of" is the character. */
const BEARERS = new Set(
  'widow widower wife husband son daughter mother father grandson granddaughter heir owner keeper founder author inventor leader guardian'.split(
    ' ',
  ),
)

/** "Dwarf, 140 years old" */
const isKind = (words: readonly string[]): boolean =>
  /^(?:years?|centuries|winters|summers)$/.test(words[2] ?? '') &&
  words[3] === 'old' &&
  isNumber(words[1] ?? '')

/** "Last winter he delivered a foal" */
const IS_TIME =
  /^(?:winter|summer|spring|autumn|year|month|week|weekend|night|christmas|easter|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/

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

export const isPreposition = (word: string) =>
  /^(?:in|at|on|by|from|to|with|for|of|as|near|under|after|during|into|between|among|inside|off)$/.test(word)

const uncapitalise = (text: string): string =>
  /^\p{Lu}\p{Ll}*(?:\s+\p{Lu}|['’]s\b)/u.test(text) && !/^(?:Born|Keeps|Has|Is|Was|Owns)\b/.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1)

export const isVerb = (word: string, at: number) => isFiniteVerb(word) || (at === 1 && isBaseVerb(word))
