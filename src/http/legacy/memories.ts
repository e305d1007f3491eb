import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as legacy from '../../contract/legacy/memories.js'
import { createMemory } from '../../domain/memories/create.js'
import { listCoreFacts, listMemories } from '../../domain/memories/list.js'
import { memoryGraph } from '../../domain/memories/memory-graph.js'
import { removeAllMemories, removeMemory } from '../../domain/memories/remove.js'
import { searchMemories } from '../../domain/memories/search.js'
import { memoryStats } from '../../domain/memories/stats.js'
import { memoryTimeline } from '../../domain/memories/timeline.js'
import { updateMemory } from '../../domain/memories/update.js'
import type { HttpDeps } from '../http-deps.js'
import { renameLegacyQuery } from './rename-query.js'

export const legacyMemoryRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...legacy.listAgentMemories,
    handler: async ({ params, query, caller }) =>
      listMemories(deps, caller, {
        pair: params,
        query: renameLegacyQuery(query, legacy.MEMORY_QUERY_NAMES),
      }),
  })
  app.route({
    ...legacy.deleteAllAgentMemories,
    handler: async ({ params, query, caller }) => {
      const confirm = query.confirm ?? false
      const deletedCount = await removeAllMemories(deps, caller, { pair: params, confirm })
      return { deletedCount, message: 'All memories deleted' }
    },
  })
  app.route({
    ...legacy.createAgentMemory,
    handler: async ({ params, body, caller }, reply) =>
      reply.code(201).send(await createMemory(deps, caller, { pair: params, input: body })),
  })
  app.route({
    ...legacy.updateAgentMemory,
    handler: async ({ params, body, caller }) =>
      updateMemory(deps, caller, { pair: params, id: params.memoryId, input: body }),
  })
  app.route({
    ...legacy.deleteAgentMemory,
    handler: async ({ params, query, caller }, reply) => {
      await removeMemory(deps, caller, { pair: params, id: params.memoryId, hard: query.hard ?? false })
      return reply.code(204).send(null)
    },
  })
  await legacyMemoryViewRoutes(app, deps)
}

const legacyMemoryViewRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...legacy.agentMemoryTimeline,
    handler: async ({ params, query, caller }) =>
      memoryTimeline(deps, caller, {
        pair: params,
        query: renameLegacyQuery(query, legacy.TIMELINE_QUERY_NAMES),
      }),
  })
  app.route({
    ...legacy.agentMemoryStats,
    handler: async ({ params, caller }) => memoryStats(deps, caller, params),
  })
  app.route({
    ...legacy.listAgentCoreFacts,
    handler: async ({ params, caller }) => listCoreFacts(deps, caller, params),
  })
  app.route({
    ...legacy.agentMemoryGraph,
    handler: async ({ params, query, caller }) =>
      memoryGraph(deps, caller, { pair: params, query: renameLegacyQuery(query, legacy.GRAPH_QUERY_NAMES) }),
  })
  app.route({
    ...legacy.searchAgentMemories,
    handler: async ({ params, body, caller }) => searchMemories(deps, caller, { pair: params, input: body }),
  })
}
