import { findCharacterStatements } from './character-rules.js'
import type { Clause } from './clause.js'
import type { DateParser } from './dates.js'
import { findBirthday, findEvent, findOccasions } from './event-rules.js'
import { FEELING_RULES } from './feeling-rules.js'
import type { Finding } from './finding.js'
import { findPlayerName, IDENTITY_RULES } from './identity-rules.js'
import { declarativePart, isHedged, isHypothetical, isWish } from './modality.js'
import {
  canonicalRelation,
  findPersonByName,
  inferPronoun,
  type KnownPeople,
  mentionPerson,
  resolvePronoun,
  resolveRelation,
} from './people.js'
import {
  findLateName,
  findMentionedRelations,
  findNamedRelatives,
  relativeFinding,
  toRelative,
} from './relatives.js'
import { type ParsedClause, splitClauses } from './split-clauses.js'
import { findFavourite, TASTE_RULES } from './taste-rules.js'
import { findMovedThing, THING_RULES } from './thing-rules.js'
import { WORK_RULES } from './work-rules.js'

/** What the rules carry from turn to turn. */
export type DiscourseState = {
  readonly people: KnownPeople
  /** What was put somewhere last. */
  readonly thing: string | undefined
  /** The two play somebody: what is said is not about the player. */
  readonly isPlaying: boolean
}

export type StatementContext = {
  readonly message: string
  /** When, ISO 8601. */
  readonly said: string
  readonly dates: DateParser
  /** The character has just asked for the player's name. */
  readonly isAsked: boolean
  readonly isIronic: boolean
  readonly carried: DiscourseState
}
export type StatementReading = { readonly findings: readonly Finding[]; readonly carried: DiscourseState }

const RULES = [...IDENTITY_RULES, ...WORK_RULES, ...TASTE_RULES, ...FEELING_RULES, ...THING_RULES]
const REPORTED =
  /^(?:(?:has |have |had |always |keeps? |only |just )*(?:say|says|said|saying|tells?|told|thinks?|thought|claims?|claimed|insists?|believes?|swears?|asks?|asked|asking|jokes?|joked|wants?|wanted)\b)/i

/** What one sentence tells, and who and what it speaks of, for those after it. */
export function readStatement(sentence: string, circumstances: StatementContext): StatementReading {
  const { carried, isIronic, isAsked, message, said, dates } = circumstances
  const statement = declarativePart(sentence)
  if (statement === undefined || isHypothetical(statement)) return { findings: [], carried }

  const named = findNamedRelatives(statement)
  const mentioned = findMentionedRelations(statement).map((relation) =>
    inferPronoun(resolveRelation(carried.people, relation), statement),
  )
  const met = [
    ...mentioned,
    ...named.filter(({ of }) => of === 'player').map(toRelative),
  ].reduce<KnownPeople>(mentionPerson, carried.people)
  const late = findLateName(statement, met.last)
  const people = late === undefined ? met : mentionPerson(met, toRelative(late))
  const { clauses, people: after } = splitClauses(statement, people)

  const findings: Finding[] = [
    ...named.map(relativeFinding),
    ...(late === undefined ? [] : [relativeFinding(late)]),
    ...(isIronic ? [] : findPlayerName(statement, isAsked)),
    ...(isIronic ? [] : findCharacterStatements(statement, message)),
    ...birthdays(statement, people, { said, dates }),
    ...favourites(statement, people),
    ...corrections(statement),
    ...(isIronic || isWish(statement) ? [] : findOccasions(statement, said, dates)),
  ]
  let { thing } = carried
  for (const clause of clauses) {
    const told = toClause(clause)
    if (isIronic || isHedged(clause.predicate) || isWish(clause.text) || REPORTED.test(clause.predicate))
      continue
    if (hasFavourite(clause)) continue
    const moved = findMovedThing(told, thing)
    thing = moved?.thing ?? thing
    const own = moved === undefined ? RULES.flatMap((rule) => rule(told)) : [moved.finding]
    const events = own.length > 0 || /\bbirthday\b/i.test(clause.text) ? [] : findEvent(told, said, dates)
    findings.push(...own, ...events)
  }
  return { findings, carried: { ...carried, people: after, thing } }
}

const hasFavourite = ({ text }: ParsedClause): boolean => /\bfavou?rite\b/i.test(text)

function toClause({ subject, ...clause }: ParsedClause): Clause {
  if (subject === 'player' || subject === 'both') {
    return { ...clause, who: 'player', shown: 'The player', isOwn: true }
  }
  return { ...clause, who: subject.key, shown: subject.shown, isOwn: false }
}

/** Whose it is: the key of memories about them, and what the content calls them. */
function ownerOf(whose: string, people: KnownPeople): { key: string; shown: string } | undefined {
  const plain = whose.toLowerCase()
  if (plain === 'my') return { key: 'player', shown: 'The player' }
  if (plain === 'her' || plain === 'his') return resolvePronoun(people, plain === 'her' ? 'she' : 'he')
  const relation = /^my (?:\w+ )?(\p{L}+)'s$/iu.exec(whose)?.[1]
  if (relation !== undefined) return resolveRelation(people, canonicalRelation(relation))
  return findPersonByName(people, whose.replace(/'s$/, ''))
}

type When = { readonly said: string; readonly dates: DateParser }

function birthdays(statement: string, people: KnownPeople, { said, dates }: When): Finding[] {
  const birthday = findBirthday(statement, said, dates)
  const owner = birthday === undefined ? undefined : ownerOf(birthday.whose, people)
  if (birthday === undefined || owner === undefined) return []
  const { value, when, date } = birthday
  return [
    {
      type: 'fact',
      subject: owner.key,
      attribute: 'birthday',
      value,
      cardinality: 'one',
      content: `${owner.shown}'s birthday is on ${when} (${date})`,
      entities: [],
      relations: [],
      eventDate: date,
    },
  ]
}

function favourites(statement: string, people: KnownPeople): Finding[] {
  const favourite = statement
    .split(/[,;] (?:and |but )?(?=my|her|his|\p{L}+ is)|\band (?=my )/u)
    .map(findFavourite)
    .find((each) => each !== undefined)
  const owner = favourite === undefined ? undefined : ownerOf(favourite.whose, people)
  if (favourite === undefined || owner === undefined) return []
  const { kind, what } = favourite
  return [
    {
      type: 'preference',
      subject: owner.key,
      attribute: `favourite_${kind.replaceAll(' ', '_')}`,
      value: what,
      cardinality: 'one',
      content: `${owner.shown}'s favourite ${kind} is ${what}`,
      entities: [],
      relations: [],
    },
  ]
}

const CORRECTS =
  /^(?:(?:oh|no|wait|sorry|hm+|ah)[, ]+)*(?:(?:actually,? (?:it's|it is|it was))|i meant|i misspoke|scratch that|correction:|i was wrong|what i meant)\b/i

/** A correction of which no slot is known is kept as it was said. */
const corrections = (statement: string): Finding[] =>
  CORRECTS.test(statement)
    ? [
        {
          type: 'correction',
          subject: 'player',
          attribute: 'said',
          value: statement,
          cardinality: 'many',
          content: `The player corrected themselves: ${statement}`,
          entities: [],
          relations: [],
          hasNoSlot: true,
        },
      ]
    : []
