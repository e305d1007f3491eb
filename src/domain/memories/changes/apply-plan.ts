import type { Clock } from '../../clock.js'
import type { Pair } from '../../conversations/ports.js'
import type { Ids } from '../../random.js'
import { PROMOTED_FROM_IMPORTANCE, strengthen } from '../decay/forgetting-curve.js'
import type { MemoryRepository, MemoryView, MemoryWrite } from '../ports.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'
import type { MemoryCandidate, MemoryPlan, MemoryPlanStep } from './memory-plan.js'
import { newMemory } from './new-memory.js'
import { type MemoryChange, toMemoryWrite } from './record-changes.js'

type ApplyPlanDeps = {
  readonly memories: Pick<MemoryRepository, 'change'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}
/** The account that owns the character, and the pair whose memories these are. */
export type MemoryOwner = {
  readonly userId: string
  readonly pair: Pair
  /** The plan comes from this conversation, which was read up to this message. */
  readonly read?: { readonly conversationId: string; readonly upTo: number; readonly isHeard: boolean }
}

/** The memories that came to be, in the order of the plan, and the core facts that are new or have a new value. */
export type ExtractionResult = {
  readonly memories: MemoryRecord[]
  readonly facts: readonly CoreFactRecord[]
}

/** What carrying out one step needs to know. */
type StepContext = {
  readonly owner: MemoryOwner
  readonly ids: Ids
  readonly now: Date
  /** The memories as the steps before left them. */
  readonly current: ReadonlyMap<string, MemoryRecord>
}

/**
 * Carries out a plan, all or nothing. What would supersede a memory that is gone or not current any more is stored as
 * new; saying one of those again changes nothing. With `read` nothing is stored of what has been barred from memory
 * meanwhile, and nothing at all when the conversation is gone.
 */
export async function applyMemoryPlan(
  { memories, clock, ids }: ApplyPlanDeps,
  owner: MemoryOwner,
  plan: MemoryPlan,
): Promise<ExtractionResult> {
  if (plan.length === 0 && owner.read === undefined) return { memories: [], facts: [] }
  const now = clock.now()
  const known = plan.flatMap((step) => ('memoryId' in step ? [step.memoryId] : []))
  const added: string[] = []
  const written = await memories.change(owner.pair, [...new Set(known)], (view) => {
    const current = new Map(view.memories)
    const steps = withoutForgotten(plan, owner, view).flatMap((step) => {
      const made = applyStep(step, { owner, ids, now, current })
      for (const { after } of made) current.set(after.id, after)
      return made
    })
    added.push(...steps.filter(({ before }) => before === undefined).map(({ after }) => after.id))
    return {
      ...toMemoryWrite(steps, { ids, now, facts: view.facts }),
      ...advanceExtractionCursor(owner, view, now),
    }
  })
  return { memories: written.memories.filter(({ id }) => added.includes(id)), facts: written.facts }
}

/** What was said before all memories of the player were deleted must not come back. */
function withoutForgotten(plan: MemoryPlan, { read }: MemoryOwner, { conversation }: MemoryView): MemoryPlan {
  if (read === undefined) return plan
  if (conversation?.id !== read.conversationId) return []
  const barred = conversation.forgottenUpTo ?? 0
  return plan.filter((step) => {
    const { messageId } = step.step === 'restate' ? step.evidence : step.candidate
    return (messageId ?? 0) > barred
  })
}

function advanceExtractionCursor(
  { read }: MemoryOwner,
  { conversation }: MemoryView,
  now: Date,
): Pick<MemoryWrite, 'conversation'> {
  if (read === undefined || conversation?.id !== read.conversationId) return {}
  const extractedUpTo = Math.max(read.upTo, conversation.extractedUpTo ?? 0)
  const heard = read.isHeard ? { lastMemoryExtractionAt: now.toISOString() } : {}
  return { conversation: { ...conversation, ...heard, extractedUpTo } }
}

function applyStep(step: MemoryPlanStep, carrying: StepContext): MemoryChange[] {
  switch (step.step) {
    case 'add':
      return [creationChange(step.candidate, carrying)]
    case 'correct':
      return [creationChange({ ...step.candidate, memoryType: 'correction' }, carrying)]
    case 'quarantine':
      return quarantineChange(step, carrying)
    case 'restate':
      return restateChanges(step, carrying)
    case 'supersede':
      return supersedeChanges(step, carrying)
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
  carrying: StepContext,
): MemoryChange[] {
  const { after, ...made } = creationChange(candidate, carrying, { status: 'quarantined', reason })
  return [{ ...made, after, kind: 'quarantined', reason }]
}

/** The stored text stays; the quote goes into the history. What had decayed is remembered again. */
function restateChanges(
  { memoryId, evidence }: Extract<MemoryPlanStep, { step: 'restate' }>,
  { current, now }: StepContext,
): MemoryChange[] {
  const before = current.get(memoryId)
  if (before === undefined || (before.status !== 'active' && before.status !== 'decayed')) return []
  const strong = strengthen(before, now, { isRestated: true })
  const lastSaidAt = evidence.sourceMessageTimestamp || before.lastSaidAt
  const after = { ...strong, status: 'active' as const, updatedAt: now.toISOString(), lastSaidAt }
  const how = { actor: 'extraction', reason: 'said again' } as const
  const said: MemoryChange = {
    before,
    after: { ...after, memoryLayer: before.memoryLayer },
    kind: 'restated',
    ...how,
    quote: evidence.quote,
  }
  if (before.memoryLayer === after.memoryLayer) return [said]
  return [said, { before: said.after, after, kind: 'promoted', ...how }]
}

function supersedeChanges(
  { memoryId, candidate, reason }: Extract<MemoryPlanStep, { step: 'supersede' }>,
  carrying: StepContext,
): MemoryChange[] {
  const before = carrying.current.get(memoryId)
  const isCurrent = before?.status === 'active' || before?.status === 'decayed'
  if (before === undefined || !isCurrent) return [creationChange(candidate, carrying)]
  const made = creationChange(candidate, carrying, { supersedes: memoryId })
  const after = {
    ...before,
    status: 'superseded' as const,
    supersededBy: made.after.id,
    reason,
    updatedAt: carrying.now.toISOString(),
  }
  return [{ before, after, kind: 'superseded', actor: 'extraction', reason }, made]
}
