import { type TSchema, Type } from 'typebox'
import { type CreateMemory, CreateMemorySchema } from '../contract/memories.js'
import { OneOf, PlayerIdSchema } from '../contract/shared.js'
import type { Clock } from '../domain/clock.js'
import { withDefaults } from '../domain/defaults.js'
import { type MemoryStep, recordSteps } from '../domain/memories/change.js'
import { newMemory } from '../domain/memories/new-memory.js'
import type { MemoryEntity, MemoryRelation, MemorySlot } from '../domain/memories/plan.js'
import type { MemoryStore } from '../domain/memories/ports.js'
import { uuidOf } from './chance.js'

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

/** Written out, because what is derived from schemas within schemas takes the compiler minutes. */
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

type SeedMemoriesDeps = {
  readonly memories: Pick<MemoryStore, 'change' | 'counts'>
  readonly clock: Pick<Clock, 'now'>
}
type Owner = { readonly userId: string; readonly characterId: string }

/** Gives a player the memories of the file, unless there are any of them. */
export async function seedMemories(
  { memories, clock }: SeedMemoriesDeps,
  { userId, characterId }: Owner,
  world: WorldMemories,
): Promise<void> {
  const pair = { characterId, playerId: world.player_id }
  const counts = Object.values(await memories.counts(pair))
  if (counts.some((count) => count > 0)) return

  const name = (what: string) => `${what}/${characterId}/${world.player_id}`
  for (const [index, memory] of world.memories.entries()) {
    const now = memory.createdAt === undefined ? clock.now() : new Date(memory.createdAt)
    const id = uuidOf(`${name('memory')}/${index}`)
    const after = newMemory(fieldsOf(memory), { id, userId, pair, now })
    const step: MemoryStep = { before: undefined, after, kind: 'created', actor: 'manual', reason: null }
    const ids = { uuid: () => uuidOf(`${name('fact')}/${index}`) }
    await memories.change(pair, [], ({ facts }) => recordSteps([step], { ids, now, facts }))
  }
}

function fieldsOf({ createdAt: _, slot, entities = [], relations = [], ...written }: WorldMemory) {
  const given = withDefaults(CreateMemorySchema, written, ['importance', 'memoryLayer', 'confidence'])
  const filled = slot === undefined ? null : { subject: 'player', cardinality: 'one' as const, ...slot }
  return { ...given, slot: filled, entities, relations }
}
