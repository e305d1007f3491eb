import type { MemoryType } from '../../../contract/memories.js'
import type { MemoryEntity, MemoryRelation, MemorySlot } from '../changes/memory-plan.js'
import { isName } from '../extract/rules/people.js'
import type { MemoryRecord } from '../record.js'
import { findNamedEntities } from './find-names.js'
import { findRelations } from './find-relations.js'
import { type Topic, topicOf } from './topics.js'

/** Entities with the same key are one node, relations with the same key one edge. */
export type GraphEntity = MemoryEntity & { readonly key: string }
export type GraphRelation = MemoryRelation & { readonly key: string }

export type GraphMemory = {
  readonly id: string
  readonly label: string
  readonly memoryType: MemoryType
  readonly topic: Topic
  readonly entities: readonly GraphEntity[]
  readonly relations: readonly GraphRelation[]
  /** The player's name, if this memory has it. */
  readonly playerName: string | undefined
}

const LABEL_MAX = 80

/** Extracted entities and relations take precedence over those found in the text. */
export function toGraphMemory(memory: MemoryRecord): GraphMemory {
  const { id, content, memoryType, slot } = memory
  const fromSlot = slot === null ? NOTHING : mentionsOfSlot(slot)
  const certain = distinct([...memory.entities, ...fromSlot.entities], nameKey)
  const found = findNamedEntities(content)
  const fullName = resolveFullNames(certain)
  const related = findRelations(content, [...certain, ...found]).map(({ from, to, relationshipType }) => ({
    from: fullName(from),
    to: fullName(to),
    relationshipType,
  }))
  return {
    id,
    label: truncate(content),
    memoryType,
    topic: topicOf(memory),
    entities: distinct(
      [...certain, ...found.filter(({ name }) => fullName(name) === name)].map(withEntityKey),
      ({ key }) => key,
    ),
    relations: distinct(
      [...memory.relations, ...fromSlot.relations, ...related].map(withRelationKey),
      ({ key }) => key,
    ),
    playerName: slot?.subject === 'player' && slot.attribute === 'name' ? slot.value : undefined,
  }
}

/** Equal for names that differ only in case, width and outer spaces. */
export const entityKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
const nameKey = ({ name }: MemoryEntity): string => entityKey(name)

const withEntityKey = (entity: MemoryEntity): GraphEntity => ({ ...entity, key: entityKey(entity.name) })
const withRelationKey = (relation: MemoryRelation): GraphRelation => ({
  ...relation,
  key: [entityKey(relation.from), entityKey(relation.to), relation.relationshipType].join('\n'),
})

/** Replaces a name that is part of a longer extracted one: `São João` becomes `São João hospital`. */
function resolveFullNames(certain: readonly MemoryEntity[]): (name: string) => string {
  const whole = certain.map((entity) => ({ name: entity.name, padded: ` ${nameKey(entity)} ` }))
  return (name) => {
    const part = ` ${entityKey(name)} `
    return whole.find(({ padded }) => padded !== part && padded.includes(part))?.name ?? name
  }
}

type SlotMentions = Pick<MemoryRecord, 'entities' | 'relations'>
const NOTHING: SlotMentions = { entities: [], relations: [] }

const BY_ATTRIBUTE = new Map<string, readonly [string, MemoryEntity['entityType']]>([
  ['home', ['lives_in', 'place']],
  ['origin', ['comes_from', 'place']],
  ['employer', ['works_at', 'thing']],
])

/** The person a slot is about, and the place or employer that is its value. */
function mentionsOfSlot({ subject, attribute, value }: MemorySlot): SlotMentions {
  const about: MemoryEntity[] = isName(subject) ? [{ name: subject, entityType: 'person' }] : []
  const [relationshipType, entityType] = BY_ATTRIBUTE.get(attribute) ?? []
  if (relationshipType === undefined || entityType === undefined || !isName(value)) {
    return { entities: about, relations: [] }
  }
  const relation = { from: subject, to: value, relationshipType }
  return { entities: [...about, { name: value, entityType }], relations: [relation] }
}

/** Keeps the first of each key. */
function distinct<T>(all: readonly T[], key: (one: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const one of all) if (!seen.has(key(one))) seen.set(key(one), one)
  return [...seen.values()]
}

function truncate(content: string): string {
  const characters = [...content]
  return characters.length <= LABEL_MAX
    ? content
    : `${characters
        .slice(0, LABEL_MAX - 1)
        .join('')
        .trimEnd()}…`
}
