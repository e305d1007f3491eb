import type { MemoryEntity } from '../changes/memory-plan.js'
import { isEnglish } from '../extract/rules/is-english.js'
import {
  canonicalRelation,
  isAnimal,
  isName,
  NAME_PATTERN,
  RELATION_PATTERN,
} from '../extract/rules/people.js'

/** A name in a text, with the text before and after it. */
type Mention = { readonly name: string; readonly before: string; readonly after: string }

/** Characters before and after a name that decide its type. */
const CONTEXT = 40

/** Matches only from the beginning of a word: trying every capital letter would take quadratic time. */
const NAMES = new RegExp(`(?<![\\p{L}'’-])${NAME_PATTERN}`, 'gu')
const LEADING = new RegExp(`^(?:${RELATION_PATTERN}|the player|player|user) `, 'iu')
const ROLE = new RegExp(`^(?:player|user|character|${RELATION_PATTERN})$`, 'iu')

/** A name before one of these verbs is a person. */
const PERSON_VERB =
  /^(?:'s|’s)? ?(?:lives|lived|works|worked|said|says|told|tells|went|goes|moved|moves|loves|loved|likes|liked|hates|hated|married|visited|visits|met|studies|studied|plays|teaches|thinks|wants)\b/

const NAMED = new RegExp(
  `(?<![\\p{L}'-])(?<noun>${RELATION_PATTERN}|[\\p{L}'-]+)(?:,| (?:is |was )?(?:called|named))(?: the)? $`,
  'iu',
)
const PERSON_BEFORE = new RegExp(
  `(?:\\b(?:with|for|met|meets|misses|missed|knows|married|marry|dating|befriended|visits|by|thanks to|talks to|married to|engaged to) (?:(?:his|her|their|my) )?|\\b${RELATION_PATTERN} )$`,
  'iu',
)
const PLACE_BEFORE =
  /\b(?:in|from|near|around|outside|across|through|(?:moved|moves|moving|went|goes|going|go|travel\w*|flew|flies|drove|drives|trip|back|relocat\w+|commutes|journey) (?:back )?to|capital of|city of|town of)(?: the)? $/i
const WORKPLACE_BEFORE =
  /\b(?:work(?:s|ed|ing)?|stud(?:y|ies|ied)|teach(?:es)?|job|employed) (?:at|for|by)(?: the)? $/i

/**
 * Finds names in a text and their types by the words around them, for memories without extracted entities, such as
 * those written by hand. English only, where capital letters mark names.
 */
export function findNamedEntities(content: string): MemoryEntity[] {
  if (!isEnglish(content)) return []
  return mentionsIn(content).flatMap(({ name, before, after }) => {
    const entityType = typeOf(before, after)
    return entityType === undefined ? [] : [{ name, entityType }]
  })
}

function mentionsIn(content: string): Mention[] {
  return [...content.matchAll(NAMES)].flatMap((match) => {
    const leading = LEADING.exec(match[0])?.[0] ?? ''
    const name = match[0].slice(leading.length).replace(/['’]s$/, '')
    // `Mondays` is not a name either.
    if (!isName(name) || !isName(name.replace(/s$/, '')) || ROLE.test(name)) return []
    const start = match.index + leading.length
    const end = start + name.length
    const before = content.slice(Math.max(0, start - CONTEXT), start)
    return [{ name, before, after: content.slice(end, end + CONTEXT) }]
  })
}

function typeOf(before: string, after: string): MemoryEntity['entityType'] | undefined {
  if (before === '' || /[.!?:;] $/.test(before)) return PERSON_VERB.test(after) ? 'person' : undefined
  const noun = NAMED.exec(before)?.groups?.['noun']
  if (noun !== undefined) return typeOfNoun(noun)
  if (WORKPLACE_BEFORE.test(before)) return 'thing'
  if (PLACE_BEFORE.test(before)) return 'place'
  return PERSON_BEFORE.test(before) || PERSON_VERB.test(after) ? 'person' : 'thing'
}

const ANY_RELATION = new RegExp(`^${RELATION_PATTERN}$`, 'iu')
const PERSON_NOUN = /^(?:man|woman|boy|girl|guy|person|someone|somebody|doctor|singer|writer|name|is|are)$/i
const PLACE_NOUN = /^(?:village|town|city|country|island|street|place|region|valley|lake|river)$/i

/** Animals and everything else with a name are things. */
function typeOfNoun(noun: string): MemoryEntity['entityType'] {
  if (PLACE_NOUN.test(noun)) return 'place'
  const isPerson = ANY_RELATION.test(noun) ? !isAnimal(canonicalRelation(noun)) : PERSON_NOUN.test(noun)
  return isPerson ? 'person' : 'thing'
}
