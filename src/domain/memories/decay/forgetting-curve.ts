import { DAY_MS } from '../../../contract/durations.js'
import type { MemoryLayer, MemoryType } from '../../../contract/memories.js'
import type { MemoryRecord } from '../record.js'

/** Retrievability below which a memory is `decayed`. */
const DECAYED_BELOW = 0.35
/** Retrievability below which a long-term memory becomes short-term. */
const DEMOTED_BELOW = 0.5
/** Importance from which an extracted memory is long-term. */
export const PROMOTED_FROM_IMPORTANCE = 0.8

/** In the power forgetting curve `R(t, S) = (1 + 19/81 · t/S)^-0.5`, so that R is 0.9 at t = S. */
const SLOPE = 19 / 81

const LTM_FACTOR = 30
const TYPE_FACTORS: Partial<Record<MemoryType, number>> = {
  emotional_state: 0.3,
  spatial_change: 0.5,
  relationship: 2,
  correction: 2,
}

type StabilityFields = Pick<MemoryRecord, 'memoryLayer' | 'importance' | 'memoryType'>

/** Stability S of a new memory, in days. */
export const initialStability = ({ memoryLayer, importance, memoryType }: StabilityFields): number =>
  (memoryLayer === 'ltm' ? LTM_FACTOR : 1) * (0.5 + importance) * (TYPE_FACTORS[memoryType] ?? 1)

/** Retrievability R, 0 to 1, so many days after the last use. */
export const retrievabilityAfter = (days: number, stability: number): number =>
  (1 + (SLOPE * Math.max(0, days)) / stability) ** -0.5

/** Retrievability at a time; core facts do not fade. */
export const retrievability = (memory: DecayState, now: Date): number =>
  isCoreFact(memory)
    ? 1
    : retrievabilityAfter((now.getTime() - Date.parse(memory.lastUsedAt)) / DAY_MS, memory.stability)

type DecayState = Pick<MemoryRecord, 'slot' | 'stability' | 'lastUsedAt'>

export const isCoreFact = ({ slot }: Pick<MemoryRecord, 'slot'>): boolean => slot?.cardinality === 'one'

/** The next transition of an unused memory and its exact time in milliseconds since 1970. */
export function nextTransition(
  memory: DecayState & Pick<MemoryRecord, 'status' | 'memoryLayer'>,
): { readonly kind: 'decayed' | 'demoted'; readonly at: number } | undefined {
  if (memory.status !== 'active' || isCoreFact(memory)) return undefined
  const kind = memory.memoryLayer === 'ltm' ? 'demoted' : 'decayed'
  return { kind, at: timeBelow(kind === 'demoted' ? DEMOTED_BELOW : DECAYED_BELOW, memory) }
}

/** When R falls below the threshold of `decayed`, in milliseconds since 1970; the memory may be demoted before that. */
export const decaysAt = ({ lastUsedAt, stability }: Pick<DecayState, 'lastUsedAt' | 'stability'>): number =>
  timeBelow(DECAYED_BELOW, { lastUsedAt, stability })

/** The first millisecond at which R is below the threshold. */
const timeBelow = (
  threshold: number,
  { lastUsedAt, stability }: Pick<DecayState, 'lastUsedAt' | 'stability'>,
): number => Math.floor(Date.parse(lastUsedAt) + daysUntil(threshold, stability) * DAY_MS) + 1

const daysUntil = (threshold: number, stability: number): number =>
  (stability * (threshold ** -2 - 1)) / SLOPE

type StrengthenedFields = Pick<
  MemoryRecord,
  'stability' | 'lastUsedAt' | 'usedOnDays' | 'memoryLayer' | 'slot' | 'importance' | 'memoryType' | 'status'
>

/**
 * What becomes of a memory that was used in a prompt or said again: it is more stable, and long-term if it was used on
 * two different days, is important, or was said again.
 */
export function strengthened(
  memory: StrengthenedFields,
  now: Date,
  { isRestated }: { readonly isRestated: boolean },
): Pick<StrengthenedFields, 'stability' | 'lastUsedAt' | 'usedOnDays' | 'memoryLayer'> {
  const current = retrievability(memory, now)
  const stability = memory.stability * (1 + 1.5 * memory.stability ** -0.2 * (Math.exp(1 - current) - 1))
  const lastUsedAt = now.toISOString()
  const day = dayOf(lastUsedAt)
  const usedOnDays = memory.usedOnDays.includes(day)
    ? memory.usedOnDays
    : [...memory.usedOnDays, day].slice(-2)
  const isPromoted = isRestated || isPromotedByUse(memory, lastUsedAt)
  const used = { stability, usedOnDays, lastUsedAt, memoryLayer: memory.memoryLayer }
  if (!isPromoted || memory.memoryLayer === 'ltm') return used
  const { importance, memoryType } = memory
  const { memoryLayer, stability: raised } = moveToLayer({ importance, memoryType, ...used }, 'ltm')
  return { ...used, memoryLayer, stability: raised }
}

/** Whether a use at that time makes a short-term memory a long-term one: it is important, or was used on another day. */
export const isPromotedByUse = (
  { importance, usedOnDays }: Pick<StrengthenedFields, 'importance' | 'usedOnDays'>,
  at: string,
): boolean =>
  importance >= PROMOTED_FROM_IMPORTANCE ||
  usedOnDays.length > 1 ||
  usedOnDays.some((day) => day !== dayOf(at))

const dayOf = (at: string): string => at.slice(0, 10)

/**
 * Whether a change can only put the next transition off, as a use does. Who waits for the first of all transitions need
 * not compute that of such a memory.
 */
export const isPutOff = (before: MemoryRecord, after: MemoryRecord): boolean =>
  after.stability >= before.stability &&
  // Times of the same length are written alike, and compare as what they mean.
  after.lastUsedAt.length === before.lastUsedAt.length &&
  after.lastUsedAt >= before.lastUsedAt &&
  after.memoryLayer === before.memoryLayer &&
  after.status === before.status &&
  after.slot === before.slot

/** Promotion raises the stability to at least that of a new long-term memory; demotion keeps it. */
export function moveToLayer<M extends StabilityFields & { readonly stability: number }>(
  memory: M,
  memoryLayer: MemoryLayer,
): M {
  if (memory.memoryLayer === memoryLayer) return memory
  const moved = { ...memory, memoryLayer }
  if (memoryLayer === 'stm') return moved
  return { ...moved, stability: Math.max(memory.stability, initialStability(moved)) }
}
