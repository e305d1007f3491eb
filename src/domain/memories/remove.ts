import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import type { Pair } from '../conversations/ports.js'
import { domainError, notFound } from '../errors.js'
import type { Ids } from '../random.js'
import type { UnitOfWork } from '../unit-of-work.js'
import { authorizeMemoryChange, findMemory, type MemoryDeps, requireMemoryOfPair } from './authorize.js'
import { changeMemories } from './changes/change-memories.js'
import { toMemoryWrite } from './changes/record-changes.js'

type RemoveDeps = MemoryDeps<'find' | 'erase'> &
  UnitOfWork & { readonly clock: Pick<Clock, 'now'>; readonly ids: Ids }
type Removal = { readonly pair: Pair; readonly id: string; readonly hard: boolean }

/** Marks a memory as deleted, which removes it from searches and prompts; `hard` erases it with its history. */
export async function removeMemory(
  deps: RemoveDeps,
  caller: CallerIdentity,
  { pair, id, hard }: Removal,
): Promise<void> {
  await authorizeMemoryChange(deps, caller, pair)
  const memory = await findMemory(deps, pair, id)
  if (hard) {
    if (!(await deps.memories.erase(pair, id))) throw notFound('Memory')
    return
  }
  if (memory.status !== 'deleted') await markDeleted(deps, pair, id)
}

async function markDeleted(deps: RemoveDeps, pair: Pair, id: string): Promise<void> {
  const now = deps.clock.now()
  await changeMemories(deps, { pair, ids: [id] }, (view) => {
    const before = requireMemoryOfPair(view.memories.get(id), pair)
    const after = { ...before, status: 'deleted' as const, updatedAt: now.toISOString() }
    return toMemoryWrite([{ before, after, kind: 'deleted', actor: 'manual', reason: null }], {
      ids: deps.ids,
      now,
      facts: view.facts,
    })
  })
}

type RemoveAllDeps = MemoryDeps<'eraseAll'>
type AllRemoval = { readonly pair: Pair; readonly confirm: boolean }

/**
 * Erases all memories of a player and bars the messages so far from prompts and extraction, so that nothing comes
 * back. Returns how many memories there were.
 */
export async function removeAllMemories(
  deps: RemoveAllDeps,
  caller: CallerIdentity,
  { pair, confirm }: AllRemoval,
): Promise<number> {
  await authorizeMemoryChange(deps, caller, pair)
  if (!confirm) throw domainError('confirmDeletion')
  return deps.memories.eraseAll(pair)
}
