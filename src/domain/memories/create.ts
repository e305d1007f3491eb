import type { Limits } from '../../contract/limits.js'
import { type CreateMemory, CreateMemorySchema, type Memory } from '../../contract/memories.js'
import type { CallerIdentity } from '../access.js'
import type { Pair } from '../conversations/ports.js'
import { withDefaults } from '../defaults.js'
import { manualMemoryWriteQuota } from '../limits/quotas.js'
import { type ReserveQuotaDeps, withQuota } from '../limits/reserve-quota.js'
import type { Ids } from '../random.js'
import type { UnitOfWork } from '../unit-of-work.js'
import { authorizeMemoryChange, type MemoryDeps } from './authorize.js'
import { changeMemories } from './changes/change-memories.js'
import { newMemory } from './changes/new-memory.js'
import { toMemoryWrite } from './changes/record-changes.js'
import { toMemory } from './view.js'

export type WriteMemoryDeps = MemoryDeps<'find'> &
  ReserveQuotaDeps &
  UnitOfWork & { readonly ids: Ids; readonly limits: Pick<Limits, 'manualMemoryWritesPerDay'> }

type Creation = { readonly pair: Pair; readonly input: CreateMemory }

/** Stores a memory written by hand; the player need not have spoken yet. Counts towards the daily quota. */
export async function createMemory(
  deps: WriteMemoryDeps,
  caller: CallerIdentity,
  { pair, input }: Creation,
): Promise<Memory> {
  const userId = await authorizeMemoryChange(deps, caller, pair)
  const given = withDefaults(CreateMemorySchema, input, ['importance', 'memoryLayer', 'confidence'])

  return withQuota(deps, [manualMemoryWriteQuota(deps.limits, caller.accountId)], async () => {
    const now = deps.clock.now()
    const after = newMemory(given, { id: deps.ids.uuid(), userId, pair, now })
    await changeMemories(deps, { pair }, ({ facts }) =>
      toMemoryWrite([{ before: undefined, after, kind: 'created', actor: 'manual', reason: null }], {
        ids: deps.ids,
        now,
        facts,
      }),
    )
    return toMemory(after)
  })
}
