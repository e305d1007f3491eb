import type { Ids } from '../../random.js'
import type { NewMemoryEvent } from '../ports.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'
import type { MemoryView, MemoryWrite } from './change-memories.js'

/** One step of a change to a memory; `before` is undefined for a new one. */
export type MemoryChange = Pick<NewMemoryEvent, 'kind' | 'actor' | 'reason'> & {
  readonly before: MemoryRecord | undefined
  readonly after: MemoryRecord
  readonly quote?: string | null
}

type WriteContext = { readonly ids: Ids; readonly now: Date; readonly facts: MemoryView['facts'] }

/** The write for these steps: the final state of each memory, an event per step, and the core facts that follow. */
export function toMemoryWrite(steps: readonly MemoryChange[], context: WriteContext): MemoryWrite {
  const last = new Map(steps.map(({ after }) => [after.id, after]))
  const memories = [...last.values()]
  const at = context.now.toISOString()
  const events = steps.map((step) => eventOf(step, at))
  return { memories, events, ...coreFactChanges(memories, context) }
}

/** The event of a step. */
export function eventOf(
  { before, after, kind, actor, reason, quote = null }: MemoryChange,
  at: string,
): NewMemoryEvent {
  return {
    memoryId: after.id,
    agentId: after.agentId,
    playerId: after.playerId,
    kind,
    actor,
    reason,
    quote,
    at,
    ...(before === undefined ? { before: null, after } : changedFields(before, after)),
  }
}

/** The state of a memory after one of its events; its first event holds the complete record. */
export function stateAfter(
  state: MemoryRecord | undefined,
  { before, after }: Pick<NewMemoryEvent, 'before' | 'after'>,
): MemoryRecord | undefined {
  if (before === null && isCreation(after)) return after
  return state && { ...state, ...after }
}

const isCreation = (after: NewMemoryEvent['after']): after is MemoryRecord => after.id !== undefined

function changedFields(before: MemoryRecord, after: MemoryRecord) {
  const names = (Object.keys(after) as (keyof MemoryRecord)[]).filter(
    (name) => before[name] !== after[name] && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (record: MemoryRecord): Partial<MemoryRecord> =>
    Object.fromEntries(names.map((name) => [name, record[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Core facts are the values of slots with cardinality `one` of active memories. */
function coreFactChanges(
  memories: readonly MemoryRecord[],
  { ids, now, facts }: WriteContext,
): Pick<MemoryWrite, 'facts' | 'removedFactIds'> {
  const current = memories.filter(({ status, slot }) => status === 'active' && slot?.cardinality === 'one')
  const currentByKey = new Map(current.map((memory) => [factKeyOf(memory), memory]))
  const changedIds = new Set(memories.map(({ id }) => id))
  const changedFacts = [...currentByKey].flatMap(([factKey, memory]) => {
    const known = facts.find((fact) => fact.factKey === factKey)
    const fact = coreFactFrom(memory, { factKey, known, ids, now })
    return fact === known ? [] : [fact]
  })
  const removedFactIds = facts
    .filter(({ factKey, sourceMemoryId }) => changedIds.has(sourceMemoryId) && !currentByKey.has(factKey))
    .map(({ id }) => id)
  return { facts: changedFacts, removedFactIds }
}

/** `home` for the player, `sister.name` for someone else. */
export const factKeyOf = ({ slot }: MemoryRecord): string =>
  slot === null || slot.subject === 'player' ? (slot?.attribute ?? '') : `${slot.subject}.${slot.attribute}`

type FactSource = Omit<WriteContext, 'facts'> & {
  readonly factKey: string
  readonly known: CoreFactRecord | undefined
}

function coreFactFrom(memory: MemoryRecord, { factKey, known, ids, now }: FactSource): CoreFactRecord {
  const factValue = memory.slot?.value ?? memory.content
  if (known === undefined) {
    const { userId, agentId, playerId } = memory
    const createdAt = now.toISOString()
    return {
      id: ids.uuid(),
      userId,
      agentId,
      playerId,
      factKey,
      factValue,
      sourceMemoryId: memory.id,
      createdAt,
      updatedAt: null,
    }
  }
  if (known.factValue === factValue && known.sourceMemoryId === memory.id) return known
  return { ...known, factValue, sourceMemoryId: memory.id, updatedAt: now.toISOString() }
}
