import type { Clock } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Ids } from '../../random.js'
import type { UnitOfWork } from '../../unit-of-work.js'
import { PROMOTED_FROM_IMPORTANCE, strengthened } from '../decay/forgetting-curve.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'
import { changeMemories, type MemoryView, type MemoryWrite } from './change-memories.js'
import type { MemoryCandidate, MemoryPlan, MemoryPlanStep } from './memory-plan.js'
import { newMemory } from './new-memory.js'
import { type MemoryChange, toMemoryWrite } from './record-changes.js'

type ApplyPlanDeps = UnitOfWork & { readonly clock: Pick<Clock, 'now'>; readonly ids: Ids }

/** The account that owns the character, and the pair whose memories these are. */
export type MemoryOwner = {
  readonly userId: string
  readonly pair: Pair
  /** Set when the plan comes from reading this conversation up to this message. */
  readonly read?: {
    readonly conversationId: string
    readonly upTo: number
    readonly hasPlayerMessages: boolean
  }
}

/** The new memories in the order of the plan, and the new or changed core facts. */
export type ExtractionResult = {
  readonly memories: MemoryRecord[]
  readonly facts: readonly CoreFactRecord[]
}

/** State for one step. */
type StepContext = {
  readonly owner: MemoryOwner
  readonly ids: Ids
  readonly now: Date
  /** The memories as earlier steps of the plan left them. */
  readonly current: ReadonlyMap<string, MemoryRecord>
}

/**
 * Carries out a plan atomically. If a memory to be superseded is missing or no longer current, the candidate is stored
 * as new; restating such a memory changes nothing. With `read`, nothing is stored of messages that were forgotten in
 * the meantime, and nothing at all if the conversation was deleted.
 */
export async function applyMemoryPlan(
  { transact, clock, ids }: ApplyPlanDeps,
  owner: MemoryOwner,
  plan: MemoryPlan,
): Promise<ExtractionResult> {
  if (plan.length === 0 && owner.read === undefined) return { memories: [], facts: [] }
  const now = clock.now()
  const known = plan.flatMap((step) => ('memoryId' in step ? [step.memoryId] : []))
  const target = { pair: owner.pair, ids: [...new Set(known)] }
  const { memories, facts, added } = await changeMemories({ transact }, target, (view) => {
    const current = new Map(view.memories)
    const steps = withoutForgotten(plan, owner, view).flatMap((step) => {
      const made = applyStep(step, { owner, ids, now, current })
      for (const { after } of made) current.set(after.id, after)
      return made
    })
    return {
      added: new Set(steps.filter(({ before }) => before === undefined).map(({ after }) => after.id)),
      ...toMemoryWrite(steps, { ids, now, facts: view.facts }),
      ...advanceExtractionCursor(owner, view, now),
    }
  })
  return { memories: memories.filter(({ id }) => added.has(id)), facts }
}

/** After all memories of a player were deleted, earlier messages must not bring them back. */
function withoutForgotten(plan: MemoryPlan, { read }: MemoryOwner, { conversation }: MemoryView): MemoryPlan {
  if (read === undefined) return plan
  if (conversation?.id !== read.conversationId) return []
  const forgottenUpTo = conversation.forgottenUpTo ?? 0
  return plan.filter((step) => {
    const { messageId } = step.step === 'restate' ? step.evidence : step.candidate
    return (messageId ?? 0) > forgottenUpTo
  })
}

function advanceExtractionCursor(
  { read }: MemoryOwner,
  { conversation }: MemoryView,
  now: Date,
): Pick<MemoryWrite, 'conversation'> {
  if (read === undefined || conversation?.id !== read.conversationId) return {}
  const extractedUpTo = Math.max(read.upTo, conversation.extractedUpTo ?? 0)
  const extractedAt = read.hasPlayerMessages ? { lastMemoryExtractionAt: now.toISOString() } : {}
  return { conversation: { ...conversation, ...extractedAt, extractedUpTo } }
}

function applyStep(step: MemoryPlanStep, context: StepContext): MemoryChange[] {
  switch (step.step) {
    case 'add':
      return [creationChange(step.candidate, context)]
    case 'correct':
      return [creationChange({ ...step.candidate, memoryType: 'correction' }, context)]
    case 'quarantine':
      return quarantineChange(step, context)
    case 'restate':
      return restateChanges(step, context)
    case 'supersede':
      return supersedeChanges(step, context)
  }
}

function creationChange(
  candidate: MemoryCandidate,
  { owner, ids, now }: StepContext,
  more: Partial<MemoryRecord> = {},
): MemoryChange {
  const after = newMemory({ ...fieldsOf(candidate, now), ...more }, { id: ids.uuid(), ...owner, now })
  return { before: undefined, after, kind: 'created', actor: 'extraction', reason: null }
}

function fieldsOf(candidate: MemoryCandidate, now: Date) {
  const { quote, entities, relations, eventDate = null, language = null, messageId = null } = candidate
  const { content, memoryType, importance, confidence, slot, sourceConversationId } = candidate
  return {
    content,
    memoryType,
    importance,
    confidence,
    memoryLayer: candidate.memoryLayer ?? (importance >= PROMOTED_FROM_IMPORTANCE ? 'ltm' : 'stm'),
    source: 'text_chat' as const,
    sourceConversationId,
    sourceQuote: quote,
    sourceMessageTimestamp: candidate.sourceMessageTimestamp || null,
    lastSaidAt: candidate.sourceMessageTimestamp || null,
    extractedAt: now.toISOString(),
    slot,
    entities: [...entities],
    relations: [...relations],
    eventDate,
    language,
    messageId,
    origin: candidate.origin ?? ('text' as const),
    quoteStart: candidate.quoteStart ?? null,
    quoteEnd: candidate.quoteEnd ?? null,
  }
}

function quarantineChange(
  { candidate, reason }: Extract<MemoryPlanStep, { step: 'quarantine' }>,
  context: StepContext,
): MemoryChange[] {
  const { after, ...made } = creationChange(candidate, context, { status: 'quarantined', reason })
  return [{ ...made, after, kind: 'quarantined', reason }]
}

/** Keeps the stored text and records the quote as an event. A decayed memory becomes active again. */
function restateChanges(
  { memoryId, evidence }: Extract<MemoryPlanStep, { step: 'restate' }>,
  { current, now }: StepContext,
): MemoryChange[] {
  const before = current.get(memoryId)
  if (before === undefined || (before.status !== 'active' && before.status !== 'decayed')) return []
  const lastSaidAt = evidence.sourceMessageTimestamp || before.lastSaidAt
  const after = {
    ...before,
    ...strengthened(before, now, { isRestated: true }),
    ...{ status: 'active' as const, updatedAt: now.toISOString(), lastSaidAt },
  }
  const how = { actor: 'extraction', reason: 'said again' } as const
  const restated: MemoryChange = {
    before,
    after: { ...after, memoryLayer: before.memoryLayer },
    kind: 'restated',
    ...how,
    quote: evidence.quote,
  }
  if (before.memoryLayer === after.memoryLayer) return [restated]
  return [restated, { before: restated.after, after, kind: 'promoted', ...how }]
}

function supersedeChanges(
  { memoryId, candidate, reason }: Extract<MemoryPlanStep, { step: 'supersede' }>,
  context: StepContext,
): MemoryChange[] {
  const before = context.current.get(memoryId)
  const isCurrent = before?.status === 'active' || before?.status === 'decayed'
  if (before === undefined || !isCurrent) return [creationChange(candidate, context)]
  const made = creationChange(candidate, context, { supersedes: memoryId })
  const after = {
    ...before,
    status: 'superseded' as const,
    supersededBy: made.after.id,
    reason,
    updatedAt: context.now.toISOString(),
  }
  return [{ before, after, kind: 'superseded', actor: 'extraction', reason }, made]
}
