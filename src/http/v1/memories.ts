import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as operations from '../../contract/memories.js'
import { createMemory } from '../../domain/memories/create.js'
import { listMemories } from '../../domain/memories/list.js'
import { removeAllMemories, removeMemory } from '../../domain/memories/remove.js'
import { updateMemory } from '../../domain/memories/update.js'
import type { HttpDeps } from '../deps.js'

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
}
