import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as operations from '../../contract/memories.js'
import { memoryGraph as graphOperation } from '../../contract/memory-graph.js'
import * as views from '../../contract/memory-views.js'
import { createMemory } from '../../domain/memories/create.js'
import { listCoreFacts, listMemories } from '../../domain/memories/list.js'
import { memoryGraph } from '../../domain/memories/memory-graph.js'
import { removeAllMemories, removeMemory } from '../../domain/memories/remove.js'
import { searchMemories } from '../../domain/memories/search.js'
import { memoryStats } from '../../domain/memories/stats.js'
import { memoryTimeline } from '../../domain/memories/timeline.js'
import { updateMemory } from '../../domain/memories/update.js'
import type { HttpDeps } from '../http-deps.js'

export const memoryRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...operations.listMemories,
    handler: async ({ params, query, caller }) => listMemories(deps, caller, { pair: params, query }),
  })
  app.route({
    ...operations.createMemory,
    handler: async ({ params, body, caller }, reply) =>
      reply.code(201).send(await createMemory(deps, caller, { pair: params, input: body })),
  })
  app.route({
    ...operations.updateMemory,
    handler: async ({ params, body, caller }) =>
      updateMemory(deps, caller, { pair: params, id: params.memoryId, input: body }),
  })
  app.route({
    ...operations.deleteMemory,
    handler: async ({ params, query, caller }, reply) => {
      await removeMemory(deps, caller, { pair: params, id: params.memoryId, hard: query.hard ?? false })
      return reply.code(204).send(null)
    },
  })
  app.route({
    ...operations.deleteAllMemories,
    handler: async ({ params, query, caller }) => ({
      deletedCount: await removeAllMemories(deps, caller, { pair: params, confirm: query.confirm ?? false }),
    }),
  })
  await memoryViewRoutes(app, deps)
}

const memoryViewRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...views.memoryTimeline,
    handler: async ({ params, query, caller }) => memoryTimeline(deps, caller, { pair: params, query }),
  })
  app.route({
    ...views.memoryStats,
    handler: async ({ params, caller }) => memoryStats(deps, caller, params),
  })
  app.route({
    ...views.listCoreFacts,
    handler: async ({ params, caller }) => listCoreFacts(deps, caller, params),
  })
  app.route({
    ...graphOperation,
    handler: async ({ params, query, caller }) => memoryGraph(deps, caller, { pair: params, query }),
  })
  app.route({
    ...views.searchMemories,
    handler: async ({ params, body, caller }) => searchMemories(deps, caller, { pair: params, input: body }),
  })
}
