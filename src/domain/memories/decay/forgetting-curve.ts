import { DAY_MS } from '../../../contract/durations.js'
import type { MemoryLayer, MemoryType } from '../../../contract/memories.js'
import type { MemoryRecord } from '../record.js'

/** Below it a memory is `decayed`. */
const DECAYED_BELOW = 0.35
/** Below it a long-term memory becomes short-term. */
const DEMOTED_BELOW = 0.5
/** From this importance on what was extracted is long-term. */
export const PROMOTED_FROM_IMPORTANCE = 0.8

/** Of `R(t, S) = (1 + 19/81 · t/S)^-0.5`. */
const SLOPE = 19 / 81

const LTM_FACTOR = 30
const TYPE_FACTORS: Partial<Record<MemoryType, number>> = {
  emotional_state: 0.3,
  spatial_change: 0.5,
  relationship: 2,
  correction: 2,
}

type StabilityFields = Pick<MemoryRecord, 'memoryLayer' | 'importance' | 'memoryType'>

/** S of a memory that is new, in days. */
export const initialStability = ({ memoryLayer, importance, memoryType }: StabilityFields): number =>
  (memoryLayer === 'ltm' ? LTM_FACTOR : 1) * (0.5 + importance) * (TYPE_FACTORS[memoryType] ?? 1)

/** R, 0 to 1: how well something is remembered that was last used so many days ago. */
export const retrievabilityAfter = (days: number, stability: number): number =>
  (1 + (SLOPE * Math.max(0, days)) / stability) ** -0.5

/** How well a memory is remembered at a time; what is a core fact does not fade. */
export const retrievability = (memory: DecayState, now: Date): number =>
  isCoreFact(memory)
    ? 1
    : retrievabilityAfter((now.getTime() - Date.parse(memory.lastUsedAt)) / DAY_MS, memory.stability)

type DecayState = Pick<MemoryRecord, 'slot' | 'stability' | 'lastUsedAt'>

/** The current value of a one-valued slot is a core fact. */
export const isCoreFact = ({ slot }: Pick<MemoryRecord, 'slot'>): boolean => slot?.cardinality === 'one'

/** What time does to a memory next, and when: exact, because R only falls while it is not used. */
export function nextTransition(
  memory: DecayState & Pick<MemoryRecord, 'status' | 'memoryLayer'>,
): { readonly kind: 'decayed' | 'demoted'; readonly at: number } | undefined {
  if (memory.status !== 'active' || isCoreFact(memory)) return undefined
  const kind = memory.memoryLayer === 'ltm' ? 'demoted' : 'decayed'
  return { kind, at: timeBelow(kind === 'demoted' ? DEMOTED_BELOW : DECAYED_BELOW, memory) }
}

/** When R falls below the bound of `decayed`, in milliseconds since 1970; `nextTransition` may demote it before. */
export const decaysAt = ({ lastUsedAt, stability }: Pick<DecayState, 'lastUsedAt' | 'stability'>): number =>
  timeBelow(DECAYED_BELOW, { lastUsedAt, stability })

/** The first whole millisecond at which R is below the bound. */
const timeBelow = (
  bound: number,
  { lastUsedAt, stability }: Pick<DecayState, 'lastUsedAt' | 'stability'>,
): number => Math.floor(Date.parse(lastUsedAt) + daysUntil(bound, stability) * DAY_MS) + 1

const daysUntil = (bound: number, stability: number): number => (stability * (bound ** -2 - 1)) / SLOPE

type StrengthenedFields = Pick<
  MemoryRecord,
  'stability' | 'lastUsedAt' | 'usedOnDays' | 'memoryLayer' | 'slot' | 'importance' | 'memoryType' | 'status'
>

/**
 * The fields of a memory after it was used in a prompt or said again: stronger, and long-term when that was on two
 * different days, when it is important, or when it was said again.
 */
export function strengthen<M extends StrengthenedFields>(
  memory: M,
  now: Date,
  { isRestated }: { readonly isRestated: boolean },
): M {
  const lived = retrievability(memory, now)
  const stability = memory.stability * (1 + 1.5 * memory.stability ** -0.2 * (Math.exp(1 - lived) - 1))
  const usedOnDays = [...new Set([...memory.usedOnDays, now.toISOString().slice(0, 10)])].slice(-2)
  const isPromoted = isRestated || usedOnDays.length > 1 || memory.importance >= PROMOTED_FROM_IMPORTANCE
  const used = { ...memory, stability, usedOnDays, lastUsedAt: now.toISOString() }
  return isPromoted ? moveToLayer(used, 'ltm') : used
}

/** In another layer: what rises is as stable as if it had begun there; what falls goes on fading as it did. */
export function moveToLayer<M extends StabilityFields & { readonly stability: number }>(
  memory: M,
  memoryLayer: MemoryLayer,
): M {
  if (memory.memoryLayer === memoryLayer) return memory
  const moved = { ...memory, memoryLayer }
  if (memoryLayer === 'stm') return moved
  return { ...moved, stability: Math.max(memory.stability, initialStability(moved)) }
}
