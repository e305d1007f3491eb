import { Type } from 'typebox'
import * as memories from '../memories.js'
import { memoryGraph } from '../memory-graph.js'
import * as views from '../memory-views.js'
import { operation } from '../operation.js'
import { type LegacyRoute, legacyOperation, withLegacyNames } from './operation.js'

const OLD = '/api/agents/:characterId/players/:playerId/memories'
/** The path that only ever accepted writes. */
const ALIAS = '/api/v1/agents/:characterId/players/:playerId/memories'

/** The old query names of the memory list, which also accepts `sort_by` and `sort_order` without effect. */
export const MEMORY_QUERY_NAMES = { memory_type: 'memoryType' } as const

const sorting = Type.Optional(Type.String({ description: 'Accepted and ignored' }))

export const listAgentMemories = operation({
  ...memories.listMemories,
  url: OLD,
  schema: {
    ...memories.listMemories.schema,
    ...legacyOperation('listAgentMemories'),
    querystring: Type.Object({
      ...withLegacyNames(memories.listMemories.schema.querystring, MEMORY_QUERY_NAMES).properties,
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
    ...legacyOperation('agentMemoryTimeline'),
    querystring: withLegacyNames(views.memoryTimeline.schema.querystring, TIMELINE_QUERY_NAMES),
  },
})

export const agentMemoryStats = operation({
  ...views.memoryStats,
  url: `${OLD}/stats`,
  schema: { ...views.memoryStats.schema, ...legacyOperation('agentMemoryStats') },
})

export const listAgentCoreFacts = operation({
  ...views.listCoreFacts,
  url: `${OLD}/core-facts`,
  schema: { ...views.listCoreFacts.schema, ...legacyOperation('listAgentCoreFacts') },
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
    ...legacyOperation('agentMemoryGraph'),
    querystring: withLegacyNames(memoryGraph.schema.querystring, GRAPH_QUERY_NAMES),
  },
})

export const searchAgentMemories = operation({
  ...views.searchMemories,
  url: `${OLD}/search`,
  schema: { ...views.searchMemories.schema, ...legacyOperation('searchAgentMemories') },
})

export const deleteAllAgentMemories = operation({
  ...memories.deleteAllMemories,
  url: OLD,
  schema: {
    ...memories.deleteAllMemories.schema,
    ...legacyOperation('deleteAllAgentMemories'),
    response: {
      ...memories.deleteAllMemories.schema.response,
      200: Type.Object({ deletedCount: Type.Integer(), message: Type.String() }),
    },
  },
})

export const createAgentMemory = operation({
  ...memories.createMemory,
  url: ALIAS,
  schema: { ...memories.createMemory.schema, ...legacyOperation('createAgentMemory') },
})

export const updateAgentMemory = operation({
  ...memories.updateMemory,
  url: `${ALIAS}/:memoryId`,
  schema: { ...memories.updateMemory.schema, ...legacyOperation('updateAgentMemory') },
})

export const deleteAgentMemory = operation({
  ...memories.deleteMemory,
  url: `${ALIAS}/:memoryId`,
  schema: { ...memories.deleteMemory.schema, ...legacyOperation('deleteAgentMemory') },
})

export const legacyMemoryTable: readonly LegacyRoute[] = [
  { operation: listAgentMemories, successor: memories.listMemories, renamedQuery: MEMORY_QUERY_NAMES },
  {
    operation: agentMemoryTimeline,
    successor: views.memoryTimeline,
    renamedQuery: TIMELINE_QUERY_NAMES,
  },
  { operation: agentMemoryStats, successor: views.memoryStats },
  { operation: listAgentCoreFacts, successor: views.listCoreFacts },
  { operation: agentMemoryGraph, successor: memoryGraph, renamedQuery: GRAPH_QUERY_NAMES },
  { operation: searchAgentMemories, successor: views.searchMemories },
  {
    operation: deleteAllAgentMemories,
    successor: memories.deleteAllMemories,
    answer: { was: '`{deletedCount, message}`', is: '`{deletedCount}`' },
  },
  { operation: createAgentMemory, successor: memories.createMemory },
  { operation: updateAgentMemory, successor: memories.updateMemory },
  { operation: deleteAgentMemory, successor: memories.deleteMemory },
]
