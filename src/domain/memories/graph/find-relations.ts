import type { MemoryEntity, MemoryRelation } from '../changes/memory-plan.js'
import { isEnglish } from '../extract/rules/is-english.js'
import {
  canonicalRelation,
  isName,
  NAME_PATTERN,
  RELATION_MODIFIER_PATTERN,
  RELATION_PATTERN,
} from '../extract/rules/people.js'

/** The subject of a memory without a name: `Lives in Lyon`. */
const PLAYER = 'player'

/** Matches only from the beginning of a word: trying every capital letter would take quadratic time. */
const OWN_NAME = `(?<![\\p{L}'’-])${NAME_PATTERN}`
const placed = (verb: string): RegExp =>
  new RegExp(
    `(?:^|[.!?,;] |\\band )(?:(?<who>${NAME_PATTERN}|player|they|he|she) )?(?:${verb})(?: the)? (?<what>${NAME_PATTERN})`,
    'gu',
  )

const PLACE_PATTERNS: readonly (readonly [relationshipType: string, pattern: RegExp])[] = [
  ['lives_in', placed('(?:lives?|living|moved|settled)(?: \\p{Ll}+){0,2}? (?:in|to|near)')],
  ['comes_from', placed('(?:comes?|is|originates) (?:originally )?from|(?:was )?born in|grew up in')],
  ['works_at', placed('(?:works?|working|is employed)(?: as an? [\\p{Ll} -]{1,40})? (?:at|for|by)')],
  ['studies_at', placed('(?:studies|studying|study)(?: [\\p{Ll} -]{1,40})? at')],
]
/** `a sister called Anna`, `a dog named Rex`, `the player's brother, Tom`, `sister Anna`. */
const RELATIVE = new RegExp(
  `(?<![\\p{L}']|${RELATION_PATTERN}'s )${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?:,| (?:is |was )?(?:called|named)|'s name is| is)? (?<name>${NAME_PATTERN})`,
  'gu',
)
/** `Anna is the player's sister`. */
const RELATION_AFTER_NAME = new RegExp(
  `(?<name>${OWN_NAME}) (?:is|was) (?:the player's|my|their|his|her|an?) ${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?![\\p{L}'])`,
  'gu',
)

const OPENING = /(?<=^|[.!?:;] )(?:The player|\p{Lu}\p{Ll}+)(?= |'s)/gu
const OPENERS = new RegExp(
  `^(?:the )?(?:player|they|he|she|lives?|living|moved|settled|comes?|is|originates|was|born|grew|works?|working|studies|studying|study|${RELATION_PATTERN})$`,
)

/** Finds relations between the named entities and the player in the text of a memory. */
export function findRelations(content: string, named: readonly MemoryEntity[]): MemoryRelation[] {
  if (named.length === 0 || !isEnglish(content)) return []
  const text = lowerCaseOpenings(content)
  const known = new Set([PLAYER, ...named.map(({ name }) => name)])
  return [...placesIn(text), ...relativesIn(text)].filter(({ from, to }) => known.has(from) && known.has(to))
}

/** Lower-cases the first word of each sentence unless it may be a name. */
const lowerCaseOpenings = (content: string): string =>
  content.replace(OPENING, (opening) => {
    const small = opening.toLowerCase()
    return OPENERS.test(small) ? small.replace(/^the /, '') : opening
  })

const placesIn = (text: string): MemoryRelation[] =>
  PLACE_PATTERNS.flatMap(([relationshipType, pattern]) =>
    [...text.matchAll(pattern)].map(({ groups = {} }) => {
      const { who = '', what = '' } = groups
      return { from: isName(who) ? who : PLAYER, to: withoutGenitive(what), relationshipType }
    }),
  )

const relativesIn = (text: string): MemoryRelation[] =>
  [RELATIVE, RELATION_AFTER_NAME].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups = {} }) => {
      const { relation = '', name = '' } = groups
      const relationshipType = `${canonicalRelation(relation).replaceAll(/[ -]/g, '_')}_of`
      return { from: withoutGenitive(name), to: PLAYER, relationshipType }
    }),
  )

const withoutGenitive = (name: string): string => name.replace(/['’]s$/, '')
