import type { MemoryStatus, MemoryType } from '../../../contract/memories.js'
import type {
  MemoryCandidate,
  MemoryEvidence,
  MemoryPlan,
  MemoryPlanStep,
  MemorySlot,
} from '../changes/memory-plan.js'
import { quarantineReasonOf } from './guards.js'
import { isContainedIn, isSimilar, normalizedText } from './text-similarity.js'

/** What planning reads of a stored memory, of any status: what was put away once does not come back. */
export type ExistingMemory = {
  readonly id: string
  readonly status: MemoryStatus
  readonly memoryType: MemoryType
  readonly content: string
  readonly slot: MemorySlot | null
  readonly sourceConversationId: string | null
  readonly messageId: number | null
  /** When it was said last, in its source or again; null: never, it was written by hand. */
  readonly lastSaidAt: string | null
}

/** Why something is superseded. */
export const SUPERSEDED_BY_NEWER = 'newer_value'
export const SUPERSEDED_BY_RETRACTION = 'retracted'

/**
 * What to do with new candidates, beside what is known. Only a memory of the same slot is ever superseded: of one that
 * holds one value by another value, of one that holds many by its retraction. The same candidates against their own
 * outcome change nothing. Candidates of one call are about different slots; `conflictFreeBatches` parts them.
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

/** Parts candidates so that those of one slot come one after another, each planned after the one before was carried out. */
export function conflictFreeBatches(candidates: readonly MemoryCandidate[]): MemoryCandidate[][] {
  const waves: MemoryCandidate[][] = []
  for (const candidate of candidates) {
    const after = waves.findLastIndex((wave) => wave.some((other) => isRelated(other, candidate)))
    const wave = waves[after + 1]
    if (wave === undefined) waves.push([candidate])
    else wave.push(candidate)
  }
  return waves
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

/** Made from the very same message before, whatever became of it. */
const isFromSameMessage = (memory: ExistingMemory, candidate: MemoryCandidate): boolean =>
  memory.sourceConversationId === candidate.sourceConversationId &&
  memory.messageId !== null &&
  memory.messageId === candidate.messageId &&
  isSameText(memory, candidate)

/** Said then or later too, in the same conversation: this is a second reading, whatever became of it since. */
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

const isOlderOrEqual = ({ sourceMessageTimestamp }: MemoryEvidence, said: string | null): boolean =>
  said !== null && sourceMessageTimestamp <= said

function planRestatement(memory: ExistingMemory, candidate: MemoryCandidate): MemoryPlanStep | undefined {
  const isNew = memory.lastSaidAt === null || candidate.sourceMessageTimestamp > memory.lastSaidAt
  return isNew ? { step: 'restate', memoryId: memory.id, evidence: evidenceOf(candidate) } : undefined
}

/** One that says the same in other words: the same value of the same slot; without a slot a very similar text. */
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

/** What is said to be so no longer; where nothing says that it was, the correction stands by itself. */
function planRetraction(active: readonly ExistingMemory[], candidate: MemoryCandidate): MemoryPlanStep {
  const { slot } = candidate
  // It holds no value: it must never count as the current one of its slot.
  const correction: MemoryCandidate = { ...candidate, slot: null }
  const held =
    slot === null
      ? []
      : memoriesOfSlot(active, slot).filter(
          (memory) => memory.slot !== null && isContainedIn(memory.slot.value, slot.value),
        )
  const taken = held.findLast(({ lastSaidAt }) => !isOlder(candidate, lastSaidAt))
  if (taken === undefined) return { step: 'correct', candidate: correction }
  return { step: 'supersede', memoryId: taken.id, candidate: correction, reason: SUPERSEDED_BY_RETRACTION }
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
  // Old news that was read before, as in a second reading of a conversation.
  const isKnown = memoriesOfSlot(existing, slot).some(
    (memory) => memory.slot !== null && isSameValue(memory.slot, slot),
  )
  return isKnown ? undefined : { step: 'add', candidate }
}

const isOlder = ({ sourceMessageTimestamp }: MemoryEvidence, said: string | null): boolean =>
  said !== null && sourceMessageTimestamp < said

const memoriesOfSlot = (memories: readonly ExistingMemory[], slot: MemorySlot): readonly ExistingMemory[] =>
  memories.filter(
    (memory) => memory.memoryType !== 'correction' && memory.slot !== null && isSameSlot(memory.slot, slot),
  )

const isSameSlot = (a: MemorySlot, b: MemorySlot): boolean =>
  a.attribute === b.attribute && normalizedText(a.subject) === normalizedText(b.subject)

/** What is counted or dated is the same only when it is equal; `thirty` is no part of `thirty-one`. */
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
