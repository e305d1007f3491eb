import { type TSchema, Type } from 'typebox'
import { type CreateMemory, CreateMemorySchema } from '../../contract/memories.js'
import { OneOf, PlayerIdSchema } from '../../contract/shared.js'
import type { Clock } from '../../domain/clock.js'
import { withDefaults } from '../../domain/defaults.js'
import { changeMemories } from '../../domain/memories/changes/change-memories.js'
import type { MemoryEntity, MemoryRelation, MemorySlot } from '../../domain/memories/changes/memory-plan.js'
import { newMemory } from '../../domain/memories/changes/new-memory.js'
import { factKeyOf, type MemoryChange, toMemoryWrite } from '../../domain/memories/changes/record-changes.js'
import { isCoreFact } from '../../domain/memories/decay/forgetting-curve.js'
import { SUPERSEDED_BY_NEWER } from '../../domain/memories/extract/plan-memories.js'
import type { MemoryRepository } from '../../domain/memories/ports.js'
import type { CoreFactRecord, MemoryRecord } from '../../domain/memories/record.js'
import type { UnitOfWork } from '../../domain/unit-of-work.js'
import { uuidFromName } from '../process/random.js'
import { differingFields, type OnKeptRecord, reportKeptRecord } from './seed-differences.js'

const closed = { additionalProperties: false }

const WorldMemorySchema: TSchema = Type.Object(
  {
    ...CreateMemorySchema.properties,
    createdAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Absent: the time of the start' }),
    ),
    slot: Type.Optional(
      Type.Object(
        {
          subject: Type.Optional(Type.String({ minLength: 1, description: 'Absent: player' })),
          attribute: Type.String({ minLength: 1 }),
          value: Type.String({ minLength: 1 }),
          cardinality: Type.Optional(
            OneOf(['one', 'many'], { description: 'one (the default): a core fact' }),
          ),
        },
        closed,
      ),
    ),
    entities: Type.Optional(
      Type.Array(
        Type.Object(
          { name: Type.String({ minLength: 1 }), entityType: OneOf(['person', 'place', 'thing']) },
          closed,
        ),
      ),
    ),
    relations: Type.Optional(
      Type.Array(
        Type.Object({ from: Type.String(), to: Type.String(), relationshipType: Type.String() }, closed),
      ),
    ),
  },
  closed,
)

/** Written by hand, because deriving it from nested schemas takes the compiler minutes. */
type WorldMemory = CreateMemory & {
  readonly createdAt?: string
  readonly slot?: Pick<MemorySlot, 'attribute' | 'value'> & Partial<MemorySlot>
  readonly entities?: MemoryEntity[]
  readonly relations?: MemoryRelation[]
}
type WorldMemories = { readonly player_id: string; readonly memories: readonly WorldMemory[] }

export const WorldMemoriesSchema = Type.Unsafe<WorldMemories>(
  Type.Object({ player_id: PlayerIdSchema, memories: Type.Array(WorldMemorySchema) }, closed),
)

type SeedMemoriesDeps = UnitOfWork & {
  readonly memories: Pick<MemoryRepository, 'countsByStatus' | 'coreFacts' | 'findMany'>
  readonly clock: Pick<Clock, 'now'>
  readonly onKept: OnKeptRecord
}
type Owner = { readonly userId: string; readonly characterId: string }

/**
 * Creates a player's memories from the file, unless the player has any. They are created in the order of the file, so a
 * later memory supersedes an earlier one with the same one-valued slot.
 */
export async function seedMemories(
  { memories, transact, clock, onKept }: SeedMemoriesDeps,
  { userId, characterId }: Owner,
  world: WorldMemories,
): Promise<void> {
  const pair = { characterId, playerId: world.player_id }
  const counts = Object.values(await memories.countsByStatus(pair))
  const name = (what: string) => `${what}/${characterId}/${world.player_id}`
  if (counts.some((count) => count > 0)) {
    const ids = world.memories.map((_, index) => uuidFromName(`${name('memory')}/${index}`))
    const stored = new Map((await memories.findMany(ids)).map((memory) => [memory.id, memory]))
    return reportKeptRecord(onKept, {
      kind: 'memories',
      name: world.player_id,
      fields: world.memories.flatMap((wanted, index) =>
        differingMemoryFields(stored.get(ids[index] ?? ''), wanted, index),
      ),
    })
  }

  for (const [index, memory] of world.memories.entries()) {
    const now = memory.createdAt === undefined ? clock.now() : new Date(memory.createdAt)
    const id = uuidFromName(`${name('memory')}/${index}`)
    const after = newMemory(withSlotDefaults(memory), { id, userId, pair, now })
    const ids = { uuid: () => uuidFromName(`${name('fact')}/${index}`) }
    const supersededIds = slotHolderIds(after, await memories.coreFacts(pair))
    await changeMemories({ transact }, { pair, ids: supersededIds }, ({ memories: found, facts }) =>
      toMemoryWrite(supersessionSteps(after, found.get(supersededIds[0] ?? '')), { ids, now, facts }),
    )
  }
}

/** Compares every field of the file, including those that time and use change, such as the layer. */
function differingMemoryFields(
  stored: MemoryRecord | undefined,
  wanted: WorldMemory,
  index: number,
): string[] {
  const { createdAt, slot, ...plain } = wanted
  const fields = [
    ...differingFields(
      { ...stored },
      { ...plain, createdAt: createdAt && new Date(createdAt).toISOString() },
    ),
    // Within a slot too, fields that the file omits do not count.
    ...(slot !== undefined && differingFields({ ...stored?.slot }, slot).length > 0 ? ['slot'] : []),
  ]
  return fields.map((field) => `memories.${index}.${field}`)
}

/** The id of the current memory with the same one-valued slot, if there is one. */
function slotHolderIds(memory: MemoryRecord, facts: readonly CoreFactRecord[]): string[] {
  if (!isCoreFact(memory)) return []
  const key = factKeyOf(memory)
  return facts.filter(({ factKey }) => factKey === key).map(({ sourceMemoryId }) => sourceMemoryId)
}

function supersessionSteps(after: MemoryRecord, before: MemoryRecord | undefined): MemoryChange[] {
  const how = { actor: 'manual' as const, reason: null }
  if (before === undefined) return [{ before: undefined, after, kind: 'created', ...how }]
  const reason = SUPERSEDED_BY_NEWER
  const superseded = {
    ...before,
    status: 'superseded' as const,
    supersededBy: after.id,
    reason,
    updatedAt: after.createdAt,
  }
  return [
    { before, after: superseded, kind: 'superseded', actor: 'manual', reason },
    { before: undefined, after: { ...after, supersedes: before.id }, kind: 'created', ...how },
  ]
}

function withSlotDefaults({ createdAt: _, slot, entities = [], relations = [], ...written }: WorldMemory) {
  const given = withDefaults(CreateMemorySchema, written, ['importance', 'memoryLayer', 'confidence'])
  const filled = slot === undefined ? null : { subject: 'player', cardinality: 'one' as const, ...slot }
  return { ...given, slot: filled, entities, relations }
}
