import { Type } from 'typebox'
import * as memories from './memories.js'
import { memoryGraph } from './memory-graph.js'
import * as views from './memory-views.js'
import { type LegacyRow, old, withOldNames } from './old-path.js'
import { operation } from './operation.js'

const OLD = '/api/agents/:characterId/players/:playerId/memories'
/** Where only writes were ever served. */
const ALIAS = '/api/v1/agents/:characterId/players/:playerId/memories'

/** The old query names of the memory list; `sort_by` and `sort_order` were taken there, too, and never did anything. */
export const MEMORY_QUERY_NAMES = { memory_type: 'memoryType' } as const

const sorting = Type.Optional(Type.String({ description: 'Accepted and ignored' }))

export const listAgentMemories = operation({
  ...memories.listMemories,
  url: OLD,
  schema: {
    ...memories.listMemories.schema,
    ...old('listAgentMemories'),
    querystring: Type.Object({
      ...withOldNames(memories.listMemories.schema.querystring, MEMORY_QUERY_NAMES).properties,
      sortBy: sorting,
      sortOrder: sorting,
      sort_by: sorting,
      sort_order: sorting,
    }),
  },
})

/** The old query names of the timeline. */
export const TIMELINE_QUERY_NAMES = {
  group_by: 'groupBy',
  start_date: 'startDate',
  end_date: 'endDate',
} as const

export const agentMemoryTimeline = operation({
  ...views.memoryTimeline,
  url: `${OLD}/timeline`,
  schema: {
    ...views.memoryTimeline.schema,
    ...old('agentMemoryTimeline'),
    querystring: withOldNames(views.memoryTimeline.schema.querystring, TIMELINE_QUERY_NAMES),
  },
})

export const agentMemoryStats = operation({
  ...views.memoryStats,
  url: `${OLD}/stats`,
  schema: { ...views.memoryStats.schema, ...old('agentMemoryStats') },
})

export const listAgentCoreFacts = operation({
  ...views.listCoreFacts,
  url: `${OLD}/core-facts`,
  schema: { ...views.listCoreFacts.schema, ...old('listAgentCoreFacts') },
})

/** The old query names of the graph. */
export const GRAPH_QUERY_NAMES = {
  include_entities: 'includeEntities',
  include_character_memories: 'includeCharacterMemories',
} as const

export const agentMemoryGraph = operation({
  ...memoryGraph,
  url: `${OLD}/graph`,
  schema: {
    ...memoryGraph.schema,
    ...old('agentMemoryGraph'),
    querystring: withOldNames(memoryGraph.schema.querystring, GRAPH_QUERY_NAMES),
  },
})

export const searchAgentMemories = operation({
  ...views.searchMemories,
  url: `${OLD}/search`,
  schema: { ...views.searchMemories.schema, ...old('searchAgentMemories') },
})

export const deleteAllAgentMemories = operation({
  ...memories.deleteAllMemories,
  url: OLD,
  schema: {
    ...memories.deleteAllMemories.schema,
    ...old('deleteAllAgentMemories'),
    response: {
      ...memories.deleteAllMemories.schema.response,
      200: Type.Object({ deletedCount: Type.Integer(), message: Type.String() }),
    },
  },
})

export const createAgentMemory = operation({
  ...memories.createMemory,
  url: ALIAS,
  schema: { ...memories.createMemory.schema, ...old('createAgentMemory') },
})

export const updateAgentMemory = operation({
  ...memories.updateMemory,
  url: `${ALIAS}/:memoryId`,
  schema: { ...memories.updateMemory.schema, ...old('updateAgentMemory') },
})

export const deleteAgentMemory = operation({
  ...memories.deleteMemory,
  url: `${ALIAS}/:memoryId`,
  schema: { ...memories.deleteMemory.schema, ...old('deleteAgentMemory') },
})

export const memoryRows: readonly LegacyRow[] = [
  { operation: listAgentMemories, successor: memories.listMemories, renamed: MEMORY_QUERY_NAMES },
  {
    operation: agentMemoryTimeline,
    successor: views.memoryTimeline,
    renamed: TIMELINE_QUERY_NAMES,
  },
  { operation: agentMemoryStats, successor: views.memoryStats },
  { operation: listAgentCoreFacts, successor: views.listCoreFacts },
  { operation: agentMemoryGraph, successor: memoryGraph, renamed: GRAPH_QUERY_NAMES },
  { operation: searchAgentMemories, successor: views.searchMemories },
  {
    operation: deleteAllAgentMemories,
    successor: memories.deleteAllMemories,
    answer: { was: '{deletedCount, message}', is: '{deletedCount}' },
  },
  { operation: createAgentMemory, successor: memories.createMemory },
  { operation: updateAgentMemory, successor: memories.updateMemory },
  { operation: deleteAgentMemory, successor: memories.deleteMemory },
]
