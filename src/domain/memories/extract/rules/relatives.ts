import type { Finding } from './finding.js'
import {
  canonicalRelation,
  isAnimal,
  isName,
  NAME_PATTERN,
  type Person,
  RELATION_MODIFIER_PATTERN,
  RELATION_PATTERN,
  toPerson,
} from './people.js'

/** A person or pet named together with the relation. */
export type NamedRelative = {
  readonly relation: string
  readonly name: string
  /** Whose relative: `player`, or another relation, as in `my brother's girlfriend, Lena`. */
  readonly of: string
}

const OF = `(?<whose>[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Mm]y (?<other>${RELATION_PATTERN})'s) `
const BEFORE_NAME =
  "(?:,? (?:is |was )?(?:called|named) |, |'s name is |'s name was | is | was |'s called |'s | )"

const PATTERNS = [
  // my sister Beatriz; my sister is called Beatriz; my brother's new girlfriend, Lena
  new RegExp(
    `(?<![\\p{L}'])${OF}${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?<how>${BEFORE_NAME})(?<name>${NAME_PATTERN})(?![\\p{L}])(?<after> (?:says|is|was|in|at)\\b)?`,
    'gu',
  ),
  // a boyfriend, Ruben; a cat instead, Bolt; a friend called Anna
  new RegExp(
    `\\b(?:have|'ve got|got|have got|found|met) an? ${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?<how>(?: \\p{Ll}+)?(?:, | called | named ))(?<name>${NAME_PATTERN})(?=$|[,.!;]| )`,
    'gu',
  ),
  // Meera is my best friend
  new RegExp(
    `(?<![\\p{L}'’-])(?<name>${NAME_PATTERN}) (?:is|was) (?<whose>my) ${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?![\\p{L}'])`,
    'gu',
  ),
]

/** `two kids, Ola and Staś`; `three grandchildren: Theo, Maisie and little Ben`. */
const SEVERAL = new RegExp(
  `\\b(?:two|three|four|five|six|my|our|both|several) ${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?:,|:| called| named| are| are called)? (?<names>(?:(?:little |a (?:guy|girl|man|woman) called |old )?${NAME_PATTERN}(?:,? and |, )?){2,})`,
  'gu',
)

export function findNamedRelatives(statement: string): NamedRelative[] {
  const several = [...statement.matchAll(SEVERAL)].flatMap(({ groups = {} }) =>
    (groups['names'] ?? '')
      .split(/,? and |, /)
      .map((name) => name.replace(/^(?:little|old|a \w+ called) /, '').trim())
      .filter(isName)
      .map((name) => ({ relation: canonicalRelation(groups['relation'] ?? ''), name, of: 'player' })),
  )
  const single = PATTERNS.flatMap((pattern) => [...statement.matchAll(pattern)]).flatMap(
    ({ groups = {} }) => {
      const { relation = '', name = '', other, whose = 'my', how = ' ' } = groups
      const isPlural = /s$/.test(relation) && canonicalRelation(relation) !== relation.toLowerCase()
      const isOther = /^(?:his|her)$/i.test(whose)
      if (!isName(firstName(name, how)) || isPlural || isOther) return []
      return [
        {
          relation: canonicalRelation(relation),
          name: firstName(name, how),
          of: other === undefined ? 'player' : canonicalRelation(other),
        },
      ]
    },
  )
  const all = [...several, ...single]
  return all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at)
}

/** The matched name; empty for street names and the like right after a relation. */
const firstName = (name: string, how: string): string =>
  how === ' ' && /\b(?:Street|Road|Hospital)$/.test(name) ? '' : name

export const toRelative = ({ relation, name }: NamedRelative): Person => toPerson(relation, name)

export function relativeFinding({ relation, name, of }: NamedRelative): Finding {
  const whose = of === 'player' ? "The player's" : `The player's ${of}'s`
  return {
    type: 'relationship',
    subject: of,
    attribute: relation.replaceAll(/[ -]/g, '_'),
    value: name,
    cardinality: 'many',
    content: `${whose} ${relation} is called ${name}`,
    entities: [{ name, entityType: isAnimal(relation) ? 'thing' : 'person' }],
    relations: [{ from: name, to: of, relationshipType: `${relation.replaceAll(/[ -]/g, '_')}_of` }],
  }
}

const HER_NAME = new RegExp(
  `^(?:[Hh]er|[Hh]is) name(?:'s| is| was) (?<name>${NAME_PATTERN})(?=$|[,.!;])`,
  'u',
)

/** `Her name is Marta`, about the last person mentioned, who had no name yet. */
export function findLateName(clause: string, last: Person | undefined): NamedRelative | undefined {
  const name = HER_NAME.exec(clause)?.groups?.['name']
  if (name === undefined || last?.relation === undefined || last.key !== last.relation) return undefined
  return { relation: last.relation, name, of: 'player' }
}

const MINE = new RegExp(
  `\\b[Mm]y ${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?![\\p{L}])`,
  'gu',
)

/** The player's relatives mentioned without a name: `it's my wife's birthday`. */
export const findMentionedRelations = (statement: string): string[] =>
  [...statement.matchAll(MINE)].flatMap(({ groups = {} }) => {
    const relation = groups['relation'] ?? ''
    const own = canonicalRelation(relation)
    return /s$/.test(relation) && own !== relation.toLowerCase() ? [] : [own]
  })
