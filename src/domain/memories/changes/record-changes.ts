import type { Ids } from '../../random.js'
import type { MemoryView, MemoryWrite, NewMemoryEvent } from '../ports.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'

/** One step of a change: what a memory was (undefined: it is new), what it becomes, and why. */
export type MemoryChange = Pick<NewMemoryEvent, 'kind' | 'actor' | 'reason'> & {
  readonly before: MemoryRecord | undefined
  readonly after: MemoryRecord
  readonly quote?: string | null
}

type WriteContext = { readonly ids: Ids; readonly now: Date; readonly facts: MemoryView['facts'] }

/** What the steps write, in their order: each memory as it is at the end, an event for each step, the core facts that follow. */
export function toMemoryWrite(steps: readonly MemoryChange[], recording: WriteContext): MemoryWrite {
  const last = new Map(steps.map(({ after }) => [after.id, after]))
  const memories = [...last.values()]
  const at = recording.now.toISOString()
  const events = steps.map((step) => eventOf(step, at))
  return { memories, events, ...coreFactChanges(memories, recording) }
}

function eventOf(
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

function changedFields(before: MemoryRecord, after: MemoryRecord) {
  const names = (Object.keys(after) as (keyof MemoryRecord)[]).filter(
    (name) => before[name] !== after[name] && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (record: MemoryRecord): Partial<MemoryRecord> =>
    Object.fromEntries(names.map((name) => [name, record[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Core facts are the current values of the one-valued slots: those of active memories. */
function coreFactChanges(
  memories: readonly MemoryRecord[],
  { ids, now, facts }: WriteContext,
): Pick<MemoryWrite, 'facts' | 'removedFactIds'> {
  const current = memories.filter(({ status, slot }) => status === 'active' && slot?.cardinality === 'one')
  const wanted = new Map(current.map((memory) => [factKeyOf(memory), memory]))
  const stale = new Set(memories.map(({ id }) => id))
  const put = [...wanted].flatMap(([factKey, memory]) => {
    const known = facts.find((fact) => fact.factKey === factKey)
    const fact = coreFactFrom(memory, { factKey, known, ids, now })
    return fact === known ? [] : [fact]
  })
  const factsGone = facts
    .filter(({ factKey, sourceMemoryId }) => stale.has(sourceMemoryId) && !wanted.has(factKey))
    .map(({ id }) => id)
  return { facts: put, removedFactIds: factsGone }
}

/** `home` of the player, `sister.name` of someone else. */
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
