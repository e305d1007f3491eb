import type { MemoryType } from '../../../contract/memories.js'
import type { MemoryEntity, MemoryRelation, MemorySlot } from '../changes/memory-plan.js'
import { isName } from '../extract/rules/people.js'
import type { MemoryRecord } from '../record.js'
import { findNamedEntities } from './find-names.js'
import { findRelations } from './find-relations.js'
import { type Topic, topicOf } from './topics.js'

/** What shares a key is one node, or one edge. */
export type GraphEntity = MemoryEntity & { readonly key: string }
export type GraphRelation = MemoryRelation & { readonly key: string }

/** What a graph shows of one memory. */
export type GraphMemory = {
  readonly id: string
  readonly label: string
  readonly memoryType: MemoryType
  readonly topic: Topic
  readonly entities: readonly GraphEntity[]
  readonly relations: readonly GraphRelation[]
  /** What the player is called, where this memory says it. */
  readonly playerName: string | undefined
}

/** Characters of a label; the whole text is the memory's. */
const LABEL_MAX = 80

/** What was extracted counts before what is found in the text. */
export function toGraphMemory(memory: MemoryRecord): GraphMemory {
  const { id, content, memoryType, slot } = memory
  const told = slot === null ? NOTHING : mentionsOfSlot(slot)
  const certain = distinct([...memory.entities, ...told.entities], nameKey)
  const found = findNamedEntities(content)
  const wholeName = wholeNames(certain)
  const related = findRelations(content, [...certain, ...found]).map(({ from, to, relationshipType }) => ({
    from: wholeName(from),
    to: wholeName(to),
    relationshipType,
  }))
  return {
    id,
    label: shortened(content),
    memoryType,
    topic: topicOf(memory),
    entities: distinct(
      [...certain, ...found.filter(({ name }) => wholeName(name) === name)].map(keyed),
      ({ key }) => key,
    ),
    relations: distinct([...memory.relations, ...told.relations, ...related].map(joined), ({ key }) => key),
    playerName: slot?.subject === 'player' && slot.attribute === 'name' ? slot.value : undefined,
  }
}

/** One spelling of a name: what differs only in case and width is the same. */
export const entityKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
const nameKey = ({ name }: MemoryEntity): string => entityKey(name)

const keyed = (entity: MemoryEntity): GraphEntity => ({ ...entity, key: entityKey(entity.name) })
const joined = (relation: MemoryRelation): GraphRelation => ({
  ...relation,
  key: [entityKey(relation.from), entityKey(relation.to), relation.relationshipType].join('\n'),
})

/** A name that is part of a longer one known for certain stands for that: `São João` for `São João hospital`. */
function wholeNames(certain: readonly MemoryEntity[]): (name: string) => string {
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

/** Whom a slot is about, and the place or firm that fills it. */
function mentionsOfSlot({ subject, attribute, value }: MemorySlot): SlotMentions {
  const about: MemoryEntity[] = isName(subject) ? [{ name: subject, entityType: 'person' }] : []
  const [relationshipType, entityType] = BY_ATTRIBUTE.get(attribute) ?? []
  if (relationshipType === undefined || entityType === undefined || !isName(value)) {
    return { entities: about, relations: [] }
  }
  const relation = { from: subject, to: value, relationshipType }
  return { entities: [...about, { name: value, entityType }], relations: [relation] }
}

/** The first of those that share a key. */
function distinct<T>(all: readonly T[], key: (one: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const one of all) if (!seen.has(key(one))) seen.set(key(one), one)
  return [...seen.values()]
}

function shortened(content: string): string {
  const characters = [...content]
  return characters.length <= LABEL_MAX
    ? content
    : `${characters
        .slice(0, LABEL_MAX - 1)
        .join('')
        .trimEnd()}…`
}
