import type { Undone } from '../../contract/memory-history.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { domainError, notFound } from '../errors.js'
import type { Ids } from '../random.js'
import {
  authorizeMemoryChange,
  type CallerIdentity,
  findMemory,
  type MemoryDeps,
  requireMemoryOfPair,
} from './authorize.js'
import { factKeyOf, type MemoryChange, toMemoryWrite } from './changes/record-changes.js'
import type { MemoryView, MemoryWrite } from './ports.js'
import type { MemoryRecord } from './record.js'
import { toMemory } from './view.js'

type UndoDeps = MemoryDeps<'find' | 'change'> & { readonly clock: Pick<Clock, 'now'>; readonly ids: Ids }
type Undo = { readonly pair: Pair; readonly id: string; readonly dryRun: boolean }

const NOTHING: MemoryWrite = { memories: [], events: [], facts: [], removedFactIds: [] }

/**
 * Brings a superseded memory back and tells what else changes with it; a dry run changes nothing. What took its place
 * is now superseded by it, so that this can be undone as well. `conflict` where that was superseded in turn (the later
 * one must be undone first), and where another memory has the slot by now.
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
  const reports: Omit<Undone, 'dryRun'>[] = []
  await deps.memories.change(pair, involved, (view) => {
    const before = requireMemoryOfPair(view.memories.get(id), pair)
    const rival = view.memories.get(before.supersededBy ?? '')
    assertUndoable({ before, rival }, view)
    const write = toMemoryWrite(restoreChanges(before, rival, now), { ids: deps.ids, now, facts: view.facts })
    reports.push(reportOf(id, write, view))
    return dryRun ? NOTHING : write
  })
  const [report] = reports
  if (report === undefined) throw notFound('Memory')
  return { ...report, dryRun }
}

type UndoPair = { readonly before: MemoryRecord; readonly rival: MemoryRecord | undefined }

function assertUndoable({ before, rival }: UndoPair, { facts }: MemoryView): void {
  if (before.status !== 'superseded') throw domainError('notSuperseded')
  if (rival?.status === 'superseded') throw domainError('supersededLater')
  if (before.slot?.cardinality !== 'one') return
  const holder = facts.find(({ factKey }) => factKey === factKeyOf(before))
  if (holder === undefined || holder.sourceMemoryId === rival?.id) return
  throw domainError('heldByAnotherMemory', holder.sourceMemoryId)
}

function reportOf(id: string, write: MemoryWrite, view: MemoryView): Omit<Undone, 'dryRun'> {
  const [memory] = write.memories.filter((one) => one.id === id)
  if (memory === undefined) throw notFound('Memory')
  const before = new Map(view.facts.map((fact) => [fact.id, fact]))
  const changed = write.facts.map((fact) => ({
    factKey: fact.factKey,
    before: before.get(fact.id)?.factValue ?? null,
    after: fact.factValue,
  }))
  const gone = write.removedFactIds.flatMap((factId) => {
    const fact = before.get(factId)
    return fact === undefined ? [] : [{ factKey: fact.factKey, before: fact.factValue, after: null }]
  })
  return {
    memory: toMemory(memory),
    retired: write.memories.filter((one) => one.id !== id).map(toMemory),
    coreFacts: [...changed, ...gone],
  }
}

function restoreChanges(before: MemoryRecord, rival: MemoryRecord | undefined, now: Date): MemoryChange[] {
  const updatedAt = now.toISOString()
  const how = { actor: 'manual', reason: 'undone' } as const
  const isRivalCurrent = rival?.status === 'active' || rival?.status === 'decayed'
  const restored = {
    ...before,
    status: 'active' as const,
    supersedes: isRivalCurrent ? rival.id : before.supersedes,
    supersededBy: null,
    reason: null,
    lastUsedAt: updatedAt,
    updatedAt,
  }
  const back: MemoryChange = { before, after: restored, kind: 'restored', ...how }
  if (!isRivalCurrent) return [back]
  const retired = {
    ...rival,
    status: 'superseded' as const,
    supersedes: null,
    supersededBy: before.id,
    reason: 'undone',
    updatedAt,
  }
  return [{ before: rival, after: retired, kind: 'superseded', ...how }, back]
}
