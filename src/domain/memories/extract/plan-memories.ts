import type { MemoryStatus, MemoryType } from '../../../contract/memories.js'
import type {
  MemoryCandidate,
  MemoryEvidence,
  MemoryPlan,
  MemoryPlanStep,
  MemorySlot,
} from '../changes/memory-plan.js'
import { quarantineReasonOf } from './quarantine.js'
import { isContainedIn, isSimilar, normalizedText } from './text-similarity.js'

/** What planning reads of a stored memory. Of any status, so that what was quarantined or decayed is not added again. */
export type ExistingMemory = {
  readonly id: string
  readonly status: MemoryStatus
  readonly memoryType: MemoryType
  readonly content: string
  readonly slot: MemorySlot | null
  readonly sourceConversationId: string | null
  readonly messageId: number | null
  /** When it was last said; null when it was written by hand. */
  readonly lastSaidAt: string | null
}

/** Reasons stored with a superseded memory. */
export const SUPERSEDED_BY_NEWER = 'newer_value'
export const SUPERSEDED_BY_RETRACTION = 'retracted'

/**
 * Decides what to do with new candidates, given the stored memories. Only a memory of the same slot is superseded: in
 * a slot with one value by a newer value, in a slot with many by a retraction. Idempotent: planning the same
 * candidates again after they were stored changes nothing. Candidates of one call must not share a slot
 * (`conflictFreeBatches`).
 */
export function planMemories(
  existing: readonly ExistingMemory[],
  candidates: readonly MemoryCandidate[],
): MemoryPlan {
  const planned: MemoryCandidate[] = []
  return candidates.flatMap((candidate) => {
    if (planned.some((other) => isSameText(other, candidate))) return []
    planned.push(candidate)
    return planStep(existing, candidate) ?? []
  })
}

/** Splits candidates into batches such that those of one slot are planned one after another. */
export function conflictFreeBatches(candidates: readonly MemoryCandidate[]): MemoryCandidate[][] {
  const batches: MemoryCandidate[][] = []
  for (const candidate of candidates) {
    const after = batches.findLastIndex((batch) => batch.some((other) => isRelated(other, candidate)))
    const batch = batches[after + 1]
    if (batch === undefined) batches.push([candidate])
    else batch.push(candidate)
  }
  return batches
}

const isRelated = (a: MemoryCandidate, b: MemoryCandidate): boolean =>
  isSameText(a, b) ||
  (a.slot === null || b.slot === null ? a.memoryType === b.memoryType : isSameSlot(a.slot, b.slot))

function planStep(
  existing: readonly ExistingMemory[],
  candidate: MemoryCandidate,
): MemoryPlanStep | undefined {
  if (existing.some((memory) => isFromSameMessage(memory, candidate) || isRereading(memory, candidate)))
    return undefined
  const reason = quarantineReasonOf(candidate)
  if (reason !== undefined) return { step: 'quarantine', candidate, reason }
  const active = existing.filter(({ status }) => status === 'active')
  const same = active.find((memory) => isSameText(memory, candidate)) ?? findEquivalent(active, candidate)
  if (same !== undefined) return planRestatement(same, candidate)
  if (candidate.memoryType === 'correction') return planRetraction(active, candidate)
  return candidate.slot?.cardinality === 'one'
    ? planReplacement({ active, existing }, candidate, candidate.slot)
    : { step: 'add', candidate }
}

/** Whether the memory was made from this message before, whatever its status. */
const isFromSameMessage = (memory: ExistingMemory, candidate: MemoryCandidate): boolean =>
  memory.sourceConversationId === candidate.sourceConversationId &&
  memory.messageId !== null &&
  memory.messageId === candidate.messageId &&
  isSameText(memory, candidate)

/** Whether this reads an old message again: the conversation said the same at that time or later. Whatever its status. */
const isRereading = (memory: ExistingMemory, candidate: MemoryCandidate): boolean =>
  memory.sourceConversationId === candidate.sourceConversationId &&
  isOlderOrEqual(candidate, memory.lastSaidAt) &&
  (isSameText(memory, candidate) || isSameSlotValue(memory, candidate))

const isSameSlotValue = (memory: ExistingMemory, { slot, memoryType }: MemoryCandidate): boolean =>
  slot !== null &&
  memory.slot !== null &&
  memoryType !== 'correction' &&
  memory.memoryType !== 'correction' &&
  isSameSlot(memory.slot, slot) &&
  isSameValue(memory.slot, slot)

const isOlderOrEqual = ({ sourceMessageTimestamp }: MemoryEvidence, saidAt: string | null): boolean =>
  saidAt !== null && sourceMessageTimestamp <= saidAt

function planRestatement(memory: ExistingMemory, candidate: MemoryCandidate): MemoryPlanStep | undefined {
  const isNew = memory.lastSaidAt === null || candidate.sourceMessageTimestamp > memory.lastSaidAt
  return isNew ? { step: 'restate', memoryId: memory.id, evidence: evidenceOf(candidate) } : undefined
}

/** A memory with the same value in the same slot; without a slot, one with a very similar text. */
function findEquivalent(
  active: readonly ExistingMemory[],
  candidate: MemoryCandidate,
): ExistingMemory | undefined {
  const { slot, memoryType, content } = candidate
  if (memoryType === 'correction') return undefined
  if (slot === null) {
    return active.find(
      (memory) =>
        memory.slot === null && memory.memoryType === memoryType && isSimilar(memory.content, content),
    )
  }
  return memoriesOfSlot(active, slot).find((memory) => memory.slot !== null && isSameValue(memory.slot, slot))
}

/** Supersedes the retracted memory; without one, the correction is stored by itself. */
function planRetraction(active: readonly ExistingMemory[], candidate: MemoryCandidate): MemoryPlanStep {
  const { slot } = candidate
  // Without a slot, so that it never counts as the slot's current value.
  const correction: MemoryCandidate = { ...candidate, slot: null }
  const matching =
    slot === null
      ? []
      : memoriesOfSlot(active, slot).filter(
          (memory) => memory.slot !== null && isContainedIn(memory.slot.value, slot.value),
        )
  const retracted = matching.findLast(({ lastSaidAt }) => !isOlder(candidate, lastSaidAt))
  if (retracted === undefined) return { step: 'correct', candidate: correction }
  return {
    step: 'supersede',
    memoryId: retracted.id,
    candidate: correction,
    reason: SUPERSEDED_BY_RETRACTION,
  }
}

type ExistingMemories = {
  readonly active: readonly ExistingMemory[]
  readonly existing: readonly ExistingMemory[]
}

function planReplacement(
  { active, existing }: ExistingMemories,
  candidate: MemoryCandidate,
  slot: MemorySlot,
): MemoryPlanStep | undefined {
  const current = memoriesOfSlot(active, slot)
    .toSorted((a, b) => ((a.lastSaidAt ?? '') < (b.lastSaidAt ?? '') ? -1 : 1))
    .at(-1)
  if (current === undefined) return { step: 'add', candidate }
  if (!isOlder(candidate, current.lastSaidAt)) {
    return { step: 'supersede', memoryId: current.id, candidate, reason: SUPERSEDED_BY_NEWER }
  }
  // An older value that is stored already, as when a conversation is read a second time.
  const isKnown = memoriesOfSlot(existing, slot).some(
    (memory) => memory.slot !== null && isSameValue(memory.slot, slot),
  )
  return isKnown ? undefined : { step: 'add', candidate }
}

const isOlder = ({ sourceMessageTimestamp }: MemoryEvidence, saidAt: string | null): boolean =>
  saidAt !== null && sourceMessageTimestamp < saidAt

const memoriesOfSlot = (memories: readonly ExistingMemory[], slot: MemorySlot): readonly ExistingMemory[] =>
  memories.filter(
    (memory) => memory.memoryType !== 'correction' && memory.slot !== null && isSameSlot(memory.slot, slot),
  )

const isSameSlot = (a: MemorySlot, b: MemorySlot): boolean =>
  a.attribute === b.attribute && normalizedText(a.subject) === normalizedText(b.subject)

/** Numbers and dates must be equal: `thirty` is not contained in `thirty-one`. */
const EXACT_ATTRIBUTES = new Set(['age', 'birthday'])

function isSameValue(a: MemorySlot, b: MemorySlot): boolean {
  if (normalizedText(a.value) === normalizedText(b.value)) return true
  if (EXACT_ATTRIBUTES.has(b.attribute)) return false
  return b.cardinality === 'one' ? isContainedIn(a.value, b.value) : isSimilar(a.value, b.value)
}

const isSameText = (a: { readonly content: string }, b: { readonly content: string }): boolean =>
  normalizedText(a.content) === normalizedText(b.content)

function evidenceOf(candidate: MemoryCandidate): MemoryEvidence {
  const { quote, sourceConversationId, sourceMessageTimestamp } = candidate
  const { messageId, quoteStart, quoteEnd, language, origin } = candidate
  return {
    quote,
    sourceConversationId,
    sourceMessageTimestamp,
    ...(messageId !== undefined && { messageId }),
    ...(quoteStart !== undefined && { quoteStart }),
    ...(quoteEnd !== undefined && { quoteEnd }),
    ...(language !== undefined && { language }),
    ...(origin !== undefined && { origin }),
  }
}
