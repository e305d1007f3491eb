import { type Static, Type } from 'typebox'
import { MEMORIES, MEMORY_TYPES } from './memories.js'
import { operation } from './operation.js'
import { Dictionary, ErrorBodySchema, OneOf, PlayerParams, Ref } from './shared.js'

/** One shape for all, because it is written often: which keys a node has follows from its type. */
const GraphNodeSchema = Type.Object({
  id: Type.String(),
  type: OneOf(['user', 'cluster', 'memory', 'entity']),
  label: Type.Optional(Type.String({ description: 'Of the player, a cluster or a memory' })),
  memoryCount: Type.Optional(Type.Integer({ description: 'Of a cluster' })),
  memoryType: Type.Optional(OneOf(MEMORY_TYPES, { description: 'Of a memory' })),
  entityType: Type.Optional(OneOf(['person', 'place', 'thing'], { description: 'Of an entity' })),
  name: Type.Optional(Type.String({ description: 'Of an entity' })),
})

const GraphEdgeSchema = Type.Object({
  source: Type.String(),
  target: Type.String(),
  type: OneOf(['has_cluster', 'contains', 'mentions', 'relationship']),
  relationshipType: Type.Optional(
    Type.String({ description: 'Of a relationship, in snake_case: `sister_of`, `lives_in`' }),
  ),
  label: Type.Optional(Type.String({ description: 'Of a relationship, for people' })),
})

/** New keys may be added to nodes and edges; clients tolerate what they do not know (docs/memory.md, The graph). */
export const MemoryGraphSchema = Type.Object(
  {
    nodes: Type.Array(GraphNodeSchema),
    edges: Type.Array(GraphEdgeSchema),
    stats: Type.Object({
      totalMemories: Type.Integer(),
      totalEntities: Type.Integer(),
      clusterCount: Type.Integer(),
      clusters: Dictionary(Type.Integer(), {
        description: 'Memories by the label of their cluster',
      }),
    }),
    stale: Type.Boolean({
      description: 'True: memories have changed since, and a fresh graph is being computed',
    }),
  },
  { $id: 'MemoryGraph' },
)
export type MemoryGraph = Static<typeof MemoryGraphSchema>

export const memoryGraph = operation({
  method: 'GET',
  url: `${MEMORIES}/graph`,
  config: { scope: 'memories:read' },
  schema: {
    operationId: 'memoryGraph',
    summary:
      'Read the active memories of a player as a graph: topics, memories, and whom and what they mention',
    tags: ['memories'],
    params: PlayerParams,
    querystring: Type.Object({
      includeEntities: Type.Optional(
        Type.Boolean({ default: false, description: 'Adds entities and how they stand to each other' }),
      ),
      includeCharacterMemories: Type.Optional(
        Type.Boolean({ default: false, description: 'Adds what the character remembers of itself' }),
      ),
    }),
    response: { 200: Ref(MemoryGraphSchema), 404: Ref(ErrorBodySchema), 422: Ref(ErrorBodySchema) },
  },
})
