import { isNumber } from '../language/lemma.js'
import { fromThirdPerson, type Subject } from '../language/person.js'
import { capitalise, wordsOf } from '../language/text.js'
import { baseOfPast, baseOfVerb, firstPersonOf, isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { LABELS, notedItems, withArticle } from './labels.js'
import { peopleIn } from './people-lists.js'
import { startsWithUnknownVerb, startsWithVerb } from './starts-with-verb.js'

/** Participles that begin a note about somebody: "Built in a cellar". The second row is about what still holds. */
const WAS_DONE = new Set(
  'born built raised educated made created designed programmed assembled carved banished adopted promoted knighted wounded exiled orphaned hired'.split(
    ' ',
  ),
)
const IS_DONE = new Set(
  'married unmarried closed divorced widowed retired named known employed haunted obsessed engaged based addicted cursed sworn blinded separated bound trapped'.split(
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

/** "The van is my second bed: a blue one" is no field. */
const isClause = ([, key = '']: RegExpExecArray): boolean =>
  wordsOf(key).some((word, at) => at > 0 && /^(?:is|are|was|were|am|has|have|had)$/.test(word))

const LABEL = /^([\p{L}' ]{2,30})(?:: | = )(.+)$/u

/**
 * A sentence about somebody, or notes without a subject, in the first person: "Keeps bees" is "I keep bees", "Afraid of
 * wasps" is "I am afraid of wasps", "Favourite book: Emma" is "My favourite book is Emma".
 */
export function completeFragment(sentence: string, subject: Subject): readonly string[] {
  const label = LABEL.exec(sentence)
  if (label !== null && !isClause(label) && !sentence.includes('"')) return labelled(label, subject)
  return notesIn(sentence).map((note) => completeNote(note, subject))
}

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
function notesIn(sentence: string): readonly string[] {
  const [first = ''] = wordsOf(sentence)
  const isParticiple = first.endsWith('ing') && baseOfVerb(first) !== undefined
  if (!isNumber(first) && !ADJECTIVES.has(first) && !isParticiple && !startsWithVerb(wordsOf(sentence)))
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

/** "Sister Perpetua" is nobody's sister. */
const startsWithName = (sentence: string, { names }: Subject): boolean =>
  names.some((name) => name.includes(' ') && sentence.toLowerCase().startsWith(name))

/** "from Rotterdam", "parents from Beirut", "used to study law" */
const beginsNote = ([first = '', second = '']: readonly string[]): boolean =>
  (first === 'used' && second === 'to') ||
  /^(?:from|originally|cannot|can't|wants|never)$/.test(first) ||
  (POSSESSED.has(first) && second === 'from') ||
  ((IS_DONE.has(first) || WAS_DONE.has(first)) && (isPreposition(second) || second === ''))

function completeNote(sentence: string, subject: Subject): string {
  const words = wordsOf(sentence)
  const [first = '', second = ''] = words
  const verbless = !words.some(isFiniteVerb)
  const inFirst = (text: string) => fromThirdPerson(text, subject)
  const lowered = uncapitalise(sentence)

  const age = /^age (?:is )?(\d{1,4}|[\p{L}-]+)(?: years(?: old)?)?, (.{2,80})$/iu.exec(
    sentence.replace(/[.]$/, ''),
  )
  if (age !== null && isNumber(age[1] ?? ''))
    return `I am ${age[1]} years old and ${/^(?:an?|the|from|in|single|married|widowed|divorced|retired)\b|ed$/.test(age[2] ?? '') ? age[2] : withArticle(age[2] ?? '')}`
  if (isNumber(first) && words.length === 1) return `I am ${lowered.replace(/\.$/, '')} years old`
  if (first === 'never' && verbless === false && words.length < 3) return inFirst(`I ${lowered}`)
  if (second === 'of' && BEARERS.has(first)) return inFirst(`I am the ${lowered}`)
  if (second === 'known' && /^(?:best|well|widely|mostly|better|locally)$/.test(first))
    return inFirst(`I am ${lowered}`)
  if (POSSESSED.has(first) && second === 'from')
    return inFirst(
      `My ${first} ${/[^s]s$/.test(first) ? 'come' : 'comes'} ${lowered.slice(first.length + 1)}`,
    )
  if ((WAS_DONE.has(first) && isPreposition(second)) || (second === 'by' && baseOfPast(first) !== undefined))
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
  if (ADJECTIVES.has(first) && /^(?:of|to|with|at|about|in|for|from)$/.test(second))
    return inFirst(`I am ${lowered}`)
  if (startsWithVerb(words) || startsWithUnknownVerb(words)) {
    const verb = sentence.charAt(0).toLowerCase() + sentence.slice(1)
    const known = startsWithVerb(words) ? verb : verb.replace(/^(\p{L}+)s\b/u, '$1')
    return `I ${fromThirdPerson(known, subject, { startsWithVerb: true })}`
  }
  if (isKind(words)) return inFirst(`I am ${withArticle(lowered)}`)
  if (first.endsWith('ing') && baseOfVerb(first) !== undefined && !words.slice(1, 3).some(isFiniteVerb))
    return inFirst(`I am ${lowered}`)
  if (POSSESSED.has(first) && !isPreposition(second) && !startsWithName(sentence, subject))
    return inFirst(verbless ? possession(lowered) : `My ${first}${lowered.slice(first.length)}`)
  if (verbless || (ADJECTIVES.has(first) && first !== 'in')) {
    const noun = nounFragment(words, lowered)
    if (noun !== undefined) return inFirst(noun)
  }
  return inFirst(sentence)
}

/** "Widow of the miller": what stands before "of" is the character. */
const BEARERS = new Set(
  'widow widower wife husband son daughter mother father grandson granddaughter heir owner keeper founder author inventor leader guardian'.split(
    ' ',
  ),
)

/** What a field says, in the first person: "Hobby: she collects keys" is "I collect keys". */
function labelled([, key = '', value = '']: RegExpExecArray, subject: Subject): readonly string[] {
  const label = key.trim().toLowerCase()
  const known = LABELS.get(label)
  const bare = fromThirdPerson(value, subject).replace(/(?<![.\s])[.\s]+$/, '')
  const noted = notedItems(bare)
  if (known !== undefined)
    return [
      known(noted.bare),
      ...noted.told.map((told) => (label === 'languages' ? `My ${told}` : capitalise(told))),
    ]
  const fields = `${key}: ${bare}`.split('; ').map((part) => LABEL.exec(part))
  if (fields.length > 1 && fields.every((each) => each !== null))
    return fields.flatMap((each) => (each === null ? [] : labelled(each, subject)))
  const people = peopleIn(key.trim(), bare)
  if (people.length > 0) return people
  if (/^(?:marital|family|civil) status$/.test(label))
    return bare
      .split(/, (?=(?:an?|no|one|two|three|four|five|six|\d) )/)
      .map((part) => completeNote(part, subject))
  const parts =
    noted.told.length > 0
      ? [fieldOf(key.trim(), noted.bare), ...noted.told.map(capitalise)]
      : bare.split('; ')
  return parts.map((part, at) => {
    if (noted.told.length > 0) return part
    const had = /^(yes|no)\b(.*)$/i.exec(part)
    if (had !== null)
      return `I have ${/^y/i.test(had[1] ?? '') ? withArticle(label) : `no ${label}`}${had[2]}`
    return at > 0 && startsWithVerb(wordsOf(part)) ? completeNote(part, subject) : fieldOf(key.trim(), part)
  })
}

function fieldOf(key: string, value: string): string {
  const kin = /^(my \p{L}+ \p{Lu}[\p{L}'-]+), ((?:an?|the) .+)$/u.exec(value)
  if (kin !== null) return `${capitalise(kin[1] ?? '')} is ${kin[2]}`
  const words = wordsOf(value)
  const [label = '', ...more] = wordsOf(key)
  // "Three sons: two are soldiers, the youngest is a miller"
  if (isNumber(label) && more.length > 0 && words.some(isVerb)) return `I have ${key.toLowerCase()}: ${value}`
  // "Scared of: the dark"
  if (ADJECTIVES.has(label) && more.length === 1 && isPreposition(more[0] ?? ''))
    return `I am ${label} ${more[0]} ${value}`
  // "Lost luggage: call Signe"
  if (isRequest(words)) return `For ${key.charAt(0).toLowerCase()}${key.slice(1)}, ${value}`
  const verb = firstPersonOf(wordsOf(key)[0] ?? '')
  // "Lives in: a caravan"
  if (verb !== undefined && !POSSESSED.has(wordsOf(key)[0] ?? '') && wordsOf(key).length === 2)
    return `I ${verb} ${wordsOf(key)[1]} ${value}`
  // "Sells: clockwork mice"
  if (verb !== undefined && more.length === 0 && isFiniteVerb(label) && !POSSESSED.has(label))
    return `I ${verb} ${value}`
  if (FACT.test(key) && words.some(isVerb)) return capitalise(value)
  const isSentence = /^(?:i|my|we|our|you|your|he|she|it|they)$/.test(words[0] ?? '') && words.some(isVerb)
  if (isSentence) return value
  // "Career: ran a forge, retired in 1990", "Family: married to Ann", "Pets: a dog named Rex"
  if (/^(?:married|divorced|widowed|engaged|single|separated)$/.test(words[0] ?? '')) return `I am ${value}`
  if (startsWithVerb(words) && baseOfPast(words[0] ?? '') !== undefined) return `I ${value}`
  if (HAD.test(key) && /^(?:an?|no|one|two|three|four|five|six|\d+)$/.test(words[0] ?? ''))
    return `I have ${value}`
  const isPlural = /[^su]s$/.test(key) && /,| and | to /.test(value)
  if (OWNED.test(key)) return `${key} ${isPlural ? 'are' : 'is'} ${value}`
  return `My ${key.toLowerCase()} ${isPlural ? 'are' : 'is'} ${value}`
}

const FACT = /(?:facts?|trivia|notes?|secrets?|quirks?|details?|rumou?rs?)$/i
const HAD = /^(?:pets?|animals?|children|kids|siblings|family|vehicles?|instruments?|weapons?)$/i

/** It tells somebody what to do. */
const isRequest = ([verb = '', object = '']: readonly string[]): boolean =>
  /^(?:call|ring|ask|write|send|see|go|take|come|contact|bring|leave|email|phone|book|visit|pay)$/.test(
    verb,
  ) &&
  object !== '' &&
  !isFiniteVerb(object) &&
  !/^(?:and|or|is|are|of|by)$/.test(object)

const isVerb = (word: string, at: number) => isFiniteVerb(word) || (at === 1 && isBaseVerb(word))

const OWNED = /^(?:the|my|your|his|her|its|their) /i

/** The sentences of a field, "The crew: Ann and Bob"; other sentences are as they are. */
export function fieldsIn(sentence: string, subject: Subject): readonly string[] {
  const label = LABEL.exec(sentence)
  return label === null || isClause(label) || sentence.includes('"') ? [sentence] : labelled(label, subject)
}

/** "Dwarf, 140 years old" */
const isKind = (words: readonly string[]): boolean =>
  /^(?:years?|centuries|winters|summers)$/.test(words[2] ?? '') &&
  words[3] === 'old' &&
  isNumber(words[1] ?? '')

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
