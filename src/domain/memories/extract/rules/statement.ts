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

/** State carried from sentence to sentence and from turn to turn. */
export type DiscourseState = {
  readonly people: KnownPeople
  /** The thing moved last, which `it` may refer to. */
  readonly thing: string | undefined
  /** During role-play nothing is extracted. */
  readonly isPlaying: boolean
}

export type StatementContext = {
  readonly message: string
  /** Timestamp of the message, ISO 8601. */
  readonly saidAt: string
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

/** The findings of one sentence, and the state for the sentences after it. */
export function readStatement(sentence: string, context: StatementContext): StatementReading {
  const { carried, isIronic, isAsked, message, saidAt, dates } = context
  const statement = declarativePart(sentence)
  if (statement === undefined || isHypothetical(statement)) return { findings: [], carried }

  const named = findNamedRelatives(statement)
  const mentioned = findMentionedRelations(statement).map((relation) =>
    inferPronoun(resolveRelation(carried.people, relation), statement),
  )
  const mentionedPeople = [
    ...mentioned,
    ...named.filter(({ of }) => of === 'player').map(toRelative),
  ].reduce<KnownPeople>(mentionPerson, carried.people)
  const lateName = findLateName(statement, mentionedPeople.last)
  const people =
    lateName === undefined ? mentionedPeople : mentionPerson(mentionedPeople, toRelative(lateName))
  const { clauses, people: after } = splitClauses(statement, people)

  const findings: Finding[] = [
    ...named.map(relativeFinding),
    ...(lateName === undefined ? [] : [relativeFinding(lateName)]),
    ...(isIronic ? [] : findPlayerName(statement, isAsked)),
    ...(isIronic ? [] : findCharacterStatements(statement, message)),
    ...birthdays(statement, people, { saidAt, dates }),
    ...favourites(statement, people),
    ...corrections(statement),
    ...(isIronic || isWish(statement) ? [] : findOccasions(statement, saidAt, dates)),
  ]
  let { thing } = carried
  for (const parsed of clauses) {
    const clause = toClause(parsed)
    if (isIronic || isHedged(clause.predicate) || isWish(clause.text) || REPORTED.test(clause.predicate))
      continue
    if (hasFavourite(parsed)) continue
    const moved = findMovedThing(clause, thing)
    thing = moved?.thing ?? thing
    const own = moved === undefined ? RULES.flatMap((rule) => rule(clause)) : [moved.finding]
    const events = own.length > 0 || /\bbirthday\b/i.test(clause.text) ? [] : findEvent(clause, saidAt, dates)
    findings.push(...own, ...events)
  }
  return { findings, carried: { ...carried, people: after, thing } }
}

const hasFavourite = ({ text }: ParsedClause): boolean => /\bfavou?rite\b/i.test(text)

function toClause({ subject, ...clause }: ParsedClause): Clause {
  if (subject === 'player' || subject === 'both') {
    return { ...clause, subjectKey: 'player', displayName: 'The player', isOwn: true }
  }
  return { ...clause, subjectKey: subject.key, displayName: subject.displayName, isOwn: false }
}

/** Resolves a possessive such as `my`, `her`, `my sister's` or `Anna's`. */
function ownerOf(whose: string, people: KnownPeople): { key: string; displayName: string } | undefined {
  const plain = whose.toLowerCase()
  if (plain === 'my') return { key: 'player', displayName: 'The player' }
  if (plain === 'her' || plain === 'his') return resolvePronoun(people, plain === 'her' ? 'she' : 'he')
  const relation = /^my (?:\w+ )?(\p{L}+)'s$/iu.exec(whose)?.[1]
  if (relation !== undefined) return resolveRelation(people, canonicalRelation(relation))
  return findPersonByName(people, whose.replace(/'s$/, ''))
}

type DateContext = { readonly saidAt: string; readonly dates: DateParser }

function birthdays(statement: string, people: KnownPeople, { saidAt, dates }: DateContext): Finding[] {
  const birthday = findBirthday(statement, saidAt, dates)
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
      content: `${owner.displayName}'s birthday is on ${when} (${date})`,
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
      content: `${owner.displayName}'s favourite ${kind} is ${what}`,
      entities: [],
      relations: [],
    },
  ]
}

const CORRECTS =
  /^(?:(?:oh|no|wait|sorry|hm+|ah)[, ]+)*(?:(?:actually,? (?:it's|it is|it was))|i meant|i misspoke|scratch that|correction:|i was wrong|what i meant)\b/i

/** A correction without a known slot is stored verbatim. */
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
