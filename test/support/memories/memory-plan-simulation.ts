import type { MemoryCandidate, MemoryPlan } from '../../../src/domain/memories/changes/memory-plan.js'
import {
  conflictFreeBatches,
  type ExistingMemory,
  planMemories,
} from '../../../src/domain/memories/extract/plan-memories.js'

/** A memory as plans leave it, for tests: the store's part done in memory. */
export type SimulatedMemory = ExistingMemory & {
  readonly quote: string
  readonly supersededBy?: string
  readonly reason?: string
  readonly said: readonly string[]
}

/** Carries out a plan; ids are numbers in the order of the steps. */
export function simulatePlan(before: readonly SimulatedMemory[], plan: MemoryPlan): SimulatedMemory[] {
  const known = [...before]
  const change = (id: string, to: (memory: SimulatedMemory) => SimulatedMemory) => {
    const at = known.findIndex((memory) => memory.id === id)
    const memory = known[at]
    if (memory === undefined) throw new Error(`There is no memory ${id}`)
    known[at] = to(memory)
  }
  for (const step of plan) {
    if (step.step === 'restate') {
      const { sourceMessageTimestamp: lastSaidAt, quote } = step.evidence
      change(step.memoryId, (memory) => ({ ...memory, lastSaidAt, said: [...memory.said, quote] }))
      continue
    }
    const added = recordOf(step.candidate, String(known.length + 1))
    if (step.step === 'supersede') {
      const { memoryId, reason } = step
      change(memoryId, (memory) => ({ ...memory, status: 'superseded', supersededBy: added.id, reason }))
    }
    if (step.step === 'quarantine') known.push({ ...added, status: 'quarantined', reason: step.reason })
    else known.push(step.step === 'correct' ? { ...added, memoryType: 'correction' } : added)
  }
  return known
}

const recordOf = (candidate: MemoryCandidate, id: string): SimulatedMemory => ({
  id,
  status: 'active',
  memoryType: candidate.memoryType,
  content: candidate.content,
  slot: candidate.slot,
  sourceConversationId: candidate.sourceConversationId,
  messageId: candidate.messageId ?? null,
  lastSaidAt: candidate.sourceMessageTimestamp,
  quote: candidate.quote,
  said: [],
})

/** Plans and carries out, wave by wave. */
export const simulateWaves = (
  memories: readonly SimulatedMemory[],
  candidates: readonly MemoryCandidate[],
): SimulatedMemory[] =>
  conflictFreeBatches(candidates).reduce<SimulatedMemory[]>(
    (known, wave) => simulatePlan(known, planMemories(known, wave)),
    [...memories],
  )
