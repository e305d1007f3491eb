import type { Memory, UpdateMemory } from '../../contract/memories.js'
import type { Pair } from '../conversations/ports.js'
import { manualMemoryWriteQuota } from '../limits/quotas.js'
import { withQuota } from '../limits/reserve-quota.js'
import { authorizeMemoryChange, type CallerIdentity, findMemory, requireMemoryOfPair } from './authorize.js'
import { contentHashOf } from './changes/content-hash.js'
import { toMemoryWrite } from './changes/record-changes.js'
import type { WriteMemoryDeps } from './create.js'
import { initialStability } from './decay/forgetting-curve.js'
import type { MemoryRecord } from './record.js'
import { toMemory } from './view.js'

type Update = { readonly pair: Pair; readonly id: string; readonly input: UpdateMemory }

/**
 * Changes the given fields of a memory; what is not given stays. Counts towards the daily quota, unless nothing is
 * given at all: then nothing is written.
 */
export async function updateMemory(
  deps: WriteMemoryDeps,
  caller: CallerIdentity,
  { pair, id, input }: Update,
): Promise<Memory> {
  await authorizeMemoryChange(deps, caller, pair)
  const memory = await findMemory(deps, pair, id)
  if (Object.keys(input).length === 0) return toMemory(memory)

  return withQuota(deps, [manualMemoryWriteQuota(deps.limits, caller.accountId)], async () => {
    const now = deps.clock.now()
    const written = await deps.memories.change(pair, [id], ({ memories, facts }) => {
      const before = requireMemoryOfPair(memories.get(id), pair)
      const after = applyEdit(before, input, now)
      return toMemoryWrite([{ before, after, kind: 'edited', actor: 'manual', reason: null }], {
        ids: deps.ids,
        now,
        facts,
      })
    })
    return toMemory(requireMemoryOfPair(written.memories[0], pair))
  })
}

/**
 * What someone has just looked at and changed begins to fade anew. Another text is no longer what was extracted: the
 * slot and what else was read from the old one are gone, and so is the core fact.
 */
function applyEdit(memory: MemoryRecord, input: UpdateMemory, now: Date): MemoryRecord {
  const at = now.toISOString()
  const changed = { ...memory, ...input, updatedAt: at, lastUsedAt: at }
  const graded = { ...changed, stability: initialStability(changed) }
  if (graded.content === memory.content) return graded
  return {
    ...graded,
    contentHash: contentHashOf(graded.content),
    slot: null,
    entities: [],
    relations: [],
    eventDate: null,
  }
}
