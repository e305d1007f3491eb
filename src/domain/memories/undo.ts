import type { Undone } from '../../contract/memory-history.js'
import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { domainError, notFound } from '../errors.js'
import type { Ids } from '../random.js'
import type { UnitOfWork } from '../unit-of-work.js'
import { authorizeMemoryChange, findMemory, type MemoryDeps, requireMemoryOfPair } from './authorize.js'
import { changeMemories, type MemoryView, type MemoryWrite } from './changes/change-memories.js'
import { factKeyOf, type MemoryChange, toMemoryWrite } from './changes/record-changes.js'
import type { MemoryRecord } from './record.js'
import { toMemory } from './view.js'

type UndoDeps = MemoryDeps<'find'> & UnitOfWork & { readonly clock: Pick<Clock, 'now'>; readonly ids: Ids }
type Undo = { readonly pair: Pair; readonly id: string; readonly dryRun: boolean }

const NOTHING: MemoryWrite = { memories: [], events: [], facts: [], removedFactIds: [] }

/**
 * Restores a superseded memory and reports what else changes; a dry run changes nothing. The memory that superseded it
 * becomes superseded by it, so the undo can be undone. Throws `conflict` when that memory was itself superseded (undo
 * the later supersession first), and when another memory holds the slot now.
 */
export async function undoSupersession(
  deps: UndoDeps,
  caller: CallerIdentity,
  { pair, id, dryRun }: Undo,
): Promise<Undone> {
  await authorizeMemoryChange(deps, caller, pair)
  const memory = await findMemory(deps, pair, id)
  const now = deps.clock.now()
  const involved = [id, ...(memory.supersededBy === null ? [] : [memory.supersededBy])]
  const { report } = await changeMemories(deps, { pair, ids: involved }, (view) => {
    const before = requireMemoryOfPair(view.memories.get(id), pair)
    const successor = view.memories.get(before.supersededBy ?? '')
    assertUndoable({ before, successor }, view)
    const write = toMemoryWrite(restoreChanges(before, successor, now), {
      ids: deps.ids,
      now,
      facts: view.facts,
    })
    return { ...(dryRun ? NOTHING : write), report: reportOf(id, write, view) }
  })
  return { ...report, dryRun }
}

type UndoPair = { readonly before: MemoryRecord; readonly successor: MemoryRecord | undefined }

function assertUndoable({ before, successor }: UndoPair, { facts }: MemoryView): void {
  if (before.status !== 'superseded') throw domainError('notSuperseded')
  if (successor?.status === 'superseded') throw domainError('supersededLater')
  if (before.slot?.cardinality !== 'one') return
  const slotFact = facts.find(({ factKey }) => factKey === factKeyOf(before))
  if (slotFact === undefined || slotFact.sourceMemoryId === successor?.id) return
  throw domainError('heldByAnotherMemory', slotFact.sourceMemoryId)
}

function reportOf(id: string, write: MemoryWrite, view: MemoryView): Omit<Undone, 'dryRun'> {
  const [memory] = write.memories.filter((each) => each.id === id)
  if (memory === undefined) throw notFound('Memory')
  const before = new Map(view.facts.map((fact) => [fact.id, fact]))
  const changed = write.facts.map((fact) => ({
    factKey: fact.factKey,
    before: before.get(fact.id)?.factValue ?? null,
    after: fact.factValue,
  }))
  const removed = write.removedFactIds.flatMap((factId) => {
    const fact = before.get(factId)
    return fact === undefined ? [] : [{ factKey: fact.factKey, before: fact.factValue, after: null }]
  })
  return {
    memory: toMemory(memory),
    retired: write.memories.filter((each) => each.id !== id).map(toMemory),
    coreFacts: [...changed, ...removed],
  }
}

function restoreChanges(
  before: MemoryRecord,
  successor: MemoryRecord | undefined,
  now: Date,
): MemoryChange[] {
  const updatedAt = now.toISOString()
  const how = { actor: 'manual', reason: 'undone' } as const
  const isSuccessorCurrent = successor?.status === 'active' || successor?.status === 'decayed'
  const restored = {
    ...before,
    status: 'active' as const,
    supersedes: isSuccessorCurrent ? successor.id : before.supersedes,
    supersededBy: null,
    reason: null,
    lastUsedAt: updatedAt,
    updatedAt,
  }
  const back: MemoryChange = { before, after: restored, kind: 'restored', ...how }
  if (!isSuccessorCurrent) return [back]
  const retired = {
    ...successor,
    status: 'superseded' as const,
    supersedes: null,
    supersededBy: before.id,
    reason: 'undone',
    updatedAt,
  }
  return [{ before: successor, after: retired, kind: 'superseded', ...how }, back]
}
