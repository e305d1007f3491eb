import type { Clause } from './clause.js'
import type { DateParser, ParsedDate } from './dates.js'
import type { Finding } from './finding.js'
import { toThirdPerson } from './third-person.js'

const PAST =
  /\b(?:was|were|did|had|went|got|met|came|won|lost|left|began|\w{3,}ed|bought|sold|saw|found|told|took|gave|made|broke|fell|quit|died)\b/i
const FUTURE =
  /\b(?:will|going to|'ll|am \w+ing|are \w+ing|is \w+ing|gonna|next|tomorrow|have to|has to|must)\b/i

/** Happens again and again, or since or until then: no event. */
const NO_EVENT =
  /\b(?:every|always|usually|often|never|since|until|till|sometimes|(?:mon|tues|wednes|thurs|fri|satur|sun)days|twice|once an?|all day|each|the (?:day|week|year) (?:before|after)|nights?$)\b/i

/** What cannot stand as the verb of an event. */
const NO_VERB =
  /^(?:know|think|feel|like|love|hate|want|mean|guess|believe|need|hope|say|says|said|am (?:so |very )?\w+(?:ed|y)\b|sleep|slept|see\b)/i

/** How long, not when. */
const SPAN = /\bfor (?:an?|the|about|\w+) (?:second|minute|hour|day|night|week|month|year|decade)s?\b/gi

/** Worth remembering without a date. */
const MILESTONE =
  /^(?:have |has )?(?:passed|failed|graduated|retired|got (?:married|engaged|divorced|promoted|fired)|won|gave birth|broke up)\b/i

export function findEvent(told: Clause, said: string, dates: DateParser): Finding[] {
  const { predicate, isNegated, isOver, who } = told
  if (isNegated || isOver || NO_VERB.test(predicate)) return []
  const sentence = told.said.replace(SPAN, '')
  const tense = PAST.test(predicate) && !FUTURE.test(predicate) ? 'past' : 'future'
  const found = NO_EVENT.test(sentence) ? undefined : dates(sentence, said, tense)
  if (found === undefined && !MILESTONE.test(predicate)) return []
  const isPast =
    found === undefined
      ? true
      : found.isPast || (tense === 'past' && found.date <= said.slice(0, found.date.length))
  const what = toThirdPerson(sentence.replace(/\s+/g, ' '), told)
  return [eventFinding({ who, what, found, isPast })]
}

type Happening = {
  readonly who: string
  readonly what: string
  readonly found: ParsedDate | undefined
  readonly isPast: boolean
}

function eventFinding({ who, what, found, isPast }: Happening): Finding {
  return {
    type: 'event',
    subject: who,
    attribute: isPast ? 'event' : 'plan',
    value: what,
    cardinality: 'many',
    content: found === undefined ? what : `${what} (${found.date})`,
    entities: who === 'player' ? [] : [{ name: who, entityType: 'person' }],
    relations: [],
    ...(found !== undefined && { eventDate: found.date }),
  }
}

const OCCASION =
  /^(?:(?:and|so|but|actually|oh|also|well)[, ]+)*(?:(?:my|our) [\p{L}' -]+?|they|the (?:[\p{L}' -]+ )?(?:exam|wedding|funeral|party|flight|interview|appointment|operation|concert|race|match|game|meeting|trip|launch|test|firing|deadline|surgery|ceremony|graduation|show|course)s?) (?:is|are|was|were|starts?|begins?|takes? place)\b (?<rest>.+)$/isu

/** Something of the player's that has a date: `my exam is on Friday`, `the funeral is next Monday`. */
export function findOccasions(statement: string, said: string, dates: DateParser): Finding[] {
  const [clause = ''] = statement
    .replace(/(?<![.!?\s])[.!?\s]+$/, '')
    .split(/, (?=they|we|i|he|she|it)|\b(?:but|because)\b/i)
  const rest = OCCASION.exec(clause)?.groups?.['rest']
  if (rest === undefined || NO_EVENT.test(clause) || /\bbirthday\b|\bnot\b|n't\b/i.test(clause)) return []
  const told = { who: 'player', shown: 'The player' }
  const tense = /\b(?:was|were)\b/.test(clause) ? 'past' : 'future'
  const found = dates(rest, said, tense)
  if (found === undefined) return []
  const what = toThirdPerson(clause.replace(LEAD_IN, ''), told)
  return [eventFinding({ who: 'player', what, found, isPast: found.isPast })]
}

const LEAD_IN = /^(?:(?:and|so|but|actually|oh|also|well)[, ]+)+/i

const BIRTHDAY =
  /(?<![\p{L}\p{N}_])(?:(?<whose>my(?: \w+)?(?: \p{L}+'s)?|her|his|\p{Lu}\p{L}+'s) birthday(?: is|'s)(?: on)? (?<when>.+)|it(?:'s| is) (?<whose2>my(?: \p{L}+'s)?|her|his|\p{Lu}\p{L}+'s) birthday (?<when2>.+)|(?<born>i was born on) (?<when3>.+))$/isu

export type Birthday = {
  readonly whose: string
  readonly value: string
  readonly when: string
  readonly date: string
}

export function findBirthday(statement: string, said: string, dates: DateParser): Birthday | undefined {
  const groups = BIRTHDAY.exec(statement)?.groups
  const when = groups?.['when'] ?? groups?.['when2'] ?? groups?.['when3']
  if (groups === undefined || when === undefined) return undefined
  const found = dates(when.replace(/\b(?:today)\b/i, 'this day'), said, 'future')
  if (found === undefined) return undefined
  const whose = groups['born'] === undefined ? (groups['whose'] ?? groups['whose2'] ?? 'my') : 'my'
  return {
    whose: whose.toLowerCase() === 'my' ? 'my' : whose,
    value: found.day ?? found.date,
    when: found.day ?? found.text,
    date: found.date,
  }
}
