import type { MemoryType } from '../../../../contract/memories.js'
import type { MemoryEntity, MemoryRelation } from '../../changes/memory-plan.js'
import type { Finding } from './finding.js'
import type { ParsedClause } from './split-clauses.js'

/** A clause as the rules get it: the subject by key and name. */
export type Clause = Omit<ParsedClause, 'subject'> & {
  /** `player`, or the key of a person. */
  readonly subjectKey: string
  /** Name in the content of memories. */
  readonly displayName: string
  /** Whether the player speaks of themselves, alone or with others. */
  readonly isOwn: boolean
}

export type ExtractionRule = (clause: Clause) => readonly Finding[]

type Fact = {
  readonly type: MemoryType
  readonly attribute: string
  readonly value: string
  readonly cardinality?: 'one' | 'many'
  /** Follows the subject in the content, in the third person: `lives in Lyon`. */
  readonly phrase: string
  readonly entities?: readonly MemoryEntity[]
  readonly relations?: readonly MemoryRelation[]
}

/** A fact about the subject of the clause; a correction when the clause says it is over. */
export function factFindings({ subjectKey, displayName, isOver }: Clause, fact: Fact): Finding[] {
  const { type, attribute, value, cardinality = 'many', phrase, entities = [], relations = [] } = fact
  if (value === '') return []
  const person = subjectKey === 'player' ? [] : [{ name: subjectKey, entityType: 'person' as const }]
  return [
    {
      type: isOver ? 'correction' : type,
      subject: subjectKey,
      attribute,
      value,
      cardinality,
      content: `${displayName} ${isOver ? `no longer ${phrase}` : phrase}`,
      entities: [...person, ...entities],
      relations: isOver ? [] : relations,
    },
  ]
}

const CUT =
  /[,;:.!?()▯]|\s[-–—]\s|\s(?:and (?:i|my|we|he|she|they|it|then|now|one|wakes?|a half|just)|but|because|since|so|if|when|whenever|while|though|although|that|which|who|whom|where|until|till|unless|instead|except|these days|right now|at the moment|more than|as much|on|this|last|every|next|for (?:a|the last|\w+|about \w+) (?:years?|months?|weeks?|days?|decades?)|ever|almost|all (?:day|night|the time)|a lot|very much|so much|too much|most|again|now|too|though|either|anyway|together|already|yet|still|at last|with (?:my|a|an|the)|from (?:my|a|the)|in (?:my|the) (?:head|mind)|to be honest|by the way)(?=\s|$)/i

const NO_OBJECT =
  /^(?:it|that|this|these|those|them|him|her|you|me|us|myself|how|what|when|why|who|to|the (?:way|idea|thought|fact)|my|your|his|their|everything|nothing|anything|something|one|so|being|having|about|not|very|more|each other)\b/i

/** The noun phrase at the start of the text, without what follows it; empty when there is none. */
export function nounPhraseOf(text: string): string {
  const cut = text.slice(0, 200).split(CUT)[0] ?? ''
  const thing = cut.trim().replace(/^(?:both|all|any|some)\s+/i, '')
  return NO_OBJECT.test(thing) || thing.length > 80 || !/\p{L}/u.test(thing) ? '' : thing
}

const SEPARATOR = /(?<!\s)\s*(?:,\s*(?:and|or)?|\band\b|\bor\b|&)\s*/i

/** Splits a list: `Portuguese, English and a little Italian`. */
export const splitList = (text: string): string[] =>
  (
    text
      .slice(0, 200)
      .split(/[.;:!?()▯]|\s[-–—]\s|\s(?:but|because|since|so|if|when|while|though|that|which|who)\s/i)[0] ??
    ''
  )
    .split(SEPARATOR)
    .map((item) => item.trim())
    .filter((item) => item !== '')

export const withoutArticle = (thing: string): string => thing.replace(/^(?:a|an|the|my|our|some)\s+/i, '')
