import type { Memory, UpdateMemory } from '../../contract/memories.js'
import type { CallerIdentity } from '../access.js'
import type { Pair } from '../conversations/ports.js'
import { manualMemoryWriteQuota } from '../limits/quotas.js'
import { withQuota } from '../limits/reserve-quota.js'
import { authorizeMemoryChange, findMemory, requireMemoryOfPair } from './authorize.js'
import { changeMemories } from './changes/change-memories.js'
import { contentHashOf } from './changes/content-hash.js'
import { toMemoryWrite } from './changes/record-changes.js'
import type { WriteMemoryDeps } from './create.js'
import { initialStability } from './decay/forgetting-curve.js'
import type { MemoryRecord } from './record.js'
import { toMemory } from './view.js'

type Update = { readonly pair: Pair; readonly id: string; readonly input: UpdateMemory }

/** Changes the given fields. Counts towards the daily quota; without any field nothing is written or counted. */
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
    const written = await changeMemories(deps, { pair, ids: [id] }, ({ memories, facts }) => {
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
 * An edit restarts fading. A new text is not what was extracted, so the slot, entities, relations and date of the old
 * one are dropped, and with the slot the core fact.
 */
function applyEdit(memory: MemoryRecord, input: UpdateMemory, now: Date): MemoryRecord {
  const at = now.toISOString()
  const changed = { ...memory, ...input, updatedAt: at, lastUsedAt: at }
  const edited = { ...changed, stability: initialStability(changed) }
  if (edited.content === memory.content) return edited
  return {
    ...edited,
    contentHash: contentHashOf(edited.content),
    slot: null,
    entities: [],
    relations: [],
    eventDate: null,
  }
}
