import type { Clause } from './clause.js'
import type { DateParser, ParsedDate } from './dates.js'
import type { Finding } from './finding.js'

const PAST =
  /\b(?:was|were|did|had|went|got|met|came|won|lost|left|began|\w{3,}ed|bought|sold|saw|found|told|took|gave|made|broke|fell|quit|died)\b/i
const FUTURE =
  /\b(?:will|going to|'ll|am \w+ing|are \w+ing|is \w+ing|gonna|next|tomorrow|have to|has to|must)\b/i

/** Marks habits and periods, which are not events. */
const NO_EVENT =
  /\b(?:every|always|usually|often|never|since|until|till|sometimes|(?:mon|tues|wednes|thurs|fri|satur|sun)days|twice|once an?|all day|each|the (?:day|week|year) (?:before|after)|nights?$)\b/i

/** Verbs that do not make an event. */
const NO_VERB =
  /^(?:know|think|feel|like|love|hate|want|mean|guess|believe|need|hope|say|says|said|am (?:so |very )?\w+(?:ed|y)\b|sleep|slept|see\b)/i

/** A duration, not a date. */
const SPAN = /\bfor (?:an?|the|about|\w+) (?:second|minute|hour|day|night|week|month|year|decade)s?\b/gi

/** Events that are remembered even without a date. */
const MILESTONE =
  /^(?:have |has )?(?:passed|failed|graduated|retired|got (?:married|engaged|divorced|promoted|fired)|won|gave birth|broke up)\b/i

export function findEvent(clause: Clause, saidAt: string, dates: DateParser): Finding[] {
  const { predicate, isNegated, isOver, subjectKey } = clause
  if (isNegated || isOver || NO_VERB.test(predicate)) return []
  const sentence = clause.fullText.replace(SPAN, '')
  const tense = PAST.test(predicate) && !FUTURE.test(predicate) ? 'past' : 'future'
  const found = NO_EVENT.test(sentence) ? undefined : dates(sentence, saidAt, tense)
  if (found === undefined && !MILESTONE.test(predicate)) return []
  const isPast =
    found === undefined
      ? true
      : found.isPast || (tense === 'past' && found.date <= saidAt.slice(0, found.date.length))
  const what = toThirdPerson(sentence.replace(/\s+/g, ' '), clause)
  return [eventFinding({ subjectKey, what, found, isPast })]
}

type EventDetails = {
  readonly subjectKey: string
  readonly what: string
  readonly found: ParsedDate | undefined
  readonly isPast: boolean
}

function eventFinding({ subjectKey, what, found, isPast }: EventDetails): Finding {
  return {
    type: 'event',
    subject: subjectKey,
    attribute: isPast ? 'event' : 'plan',
    value: what,
    cardinality: 'many',
    content: found === undefined ? what : `${what} (${found.date})`,
    entities: subjectKey === 'player' ? [] : [{ name: subjectKey, entityType: 'person' }],
    relations: [],
    ...(found !== undefined && { eventDate: found.date }),
  }
}

const OCCASION =
  /^(?:(?:and|so|but|actually|oh|also|well)[, ]+)*(?:(?:my|our) [\p{L}' -]+?|they|the (?:[\p{L}' -]+ )?(?:exam|wedding|funeral|party|flight|interview|appointment|operation|concert|race|match|game|meeting|trip|launch|test|firing|deadline|surgery|ceremony|graduation|show|course)s?) (?:is|are|was|were|starts?|begins?|takes? place)\b (?<rest>.+)$/isu

/** Something with a date: `my exam is on Friday`, `the funeral is next Monday`. */
export function findOccasions(statement: string, saidAt: string, dates: DateParser): Finding[] {
  const [clause = ''] = statement
    .replace(/(?<![.!?\s])[.!?\s]+$/, '')
    .split(/, (?=they|we|i|he|she|it)|\b(?:but|because)\b/i)
  const rest = OCCASION.exec(clause)?.groups?.['rest']
  if (rest === undefined || NO_EVENT.test(clause) || /\bbirthday\b|\bnot\b|n't\b/i.test(clause)) return []
  const player = { subjectKey: 'player', displayName: 'The player' }
  const tense = /\b(?:was|were)\b/.test(clause) ? 'past' : 'future'
  const found = dates(rest, saidAt, tense)
  if (found === undefined) return []
  const what = toThirdPerson(clause.replace(LEAD_IN, ''), player)
  return [eventFinding({ subjectKey: 'player', what, found, isPast: found.isPast })]
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

export function findBirthday(statement: string, saidAt: string, dates: DateParser): Birthday | undefined {
  const groups = BIRTHDAY.exec(statement)?.groups
  const when = groups?.['when'] ?? groups?.['when2'] ?? groups?.['when3']
  if (groups === undefined || when === undefined) return undefined
  const found = dates(when.replace(/\b(?:today)\b/i, 'this day'), saidAt, 'future')
  if (found === undefined) return undefined
  const whose = groups['born'] === undefined ? (groups['whose'] ?? groups['whose2'] ?? 'my') : 'my'
  return {
    whose: whose.toLowerCase() === 'my' ? 'my' : whose,
    value: found.day ?? found.date,
    when: found.day ?? found.text,
    date: found.date,
  }
}

const OWN: readonly (readonly [RegExp, string])[] = [
  [/\bI'm\b|\bI am\b/gi, 'the player is'],
  [/\bI've\b|\bI have\b/gi, 'the player has'],
  [/\bI'll\b/gi, 'the player will'],
  [/\bI'd\b/gi, 'the player would'],
  [/\bwe're\b|\bwe are\b/gi, 'the player and others are'],
  [/\bwe've\b|\bwe have\b/gi, 'the player and others have'],
  [/\bwe'll\b/gi, 'the player and others will'],
  [/\bwe\b/gi, 'the player and others'],
  [/\bI\b/g, 'the player'],
  [/\bi (?=\w)/g, 'the player '],
  [/\b(?:my|our)\b/gi, "the player's"],
  [/\b(?:me|us)\b/gi, 'the player'],
  [/\byour\b/gi, "the character's"],
  [/\byou\b/gi, 'the character'],
]

/** Rewrites the player's words in the third person; a leading `he` or `she` becomes the subject's name. */
function toThirdPerson(
  text: string,
  { subjectKey, displayName }: { readonly subjectKey: string; readonly displayName: string },
): string {
  const rewritten = OWN.reduce((current, [pattern, word]) => current.replace(pattern, word), text.trim())
  const named = subjectKey === 'player' ? rewritten : rewritten.replace(/^(?:he|she)\b/i, displayName)
  const sentence =
    /^the player|^\p{Lu}/iu.test(named) && STARTS_WITH_SUBJECT.test(named)
      ? named
      : `${displayName}: ${named}`
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const STARTS_WITH_SUBJECT = /^(?:the player|\p{Lu})/iu
