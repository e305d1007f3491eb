import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as operations from '../../contract/conversations.js'
import {
  conversationStats,
  getConversation,
  listConversations,
  removeConversation,
} from '../../domain/conversations/conversations.js'
import { listMessages, viewMessagePage } from '../../domain/conversations/messages.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import type { HttpDeps } from '../http-deps.js'

export const conversationRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...operations.conversationStats,
    handler: async ({ params, caller }) => conversationStats(deps, caller, params.characterId),
  })
  app.route({
    ...operations.listConversations,
    handler: async ({ params, query, caller }) => listConversations(deps, caller, { ...params, query }),
  })
  app.route({
    ...operations.getConversation,
    handler: async ({ params, caller }) => getConversation(deps, caller, params),
  })
  app.route({
    ...operations.listMessages,
    handler: async (request) => {
      const { params, query, caller } = request
      return viewMessagePage(
        await listMessages(deps, caller, { pair: params, query }),
        requestBaseUrl(request),
      )
    },
  })
  app.route({
    ...operations.deleteConversation,
    handler: async ({ params, caller }, reply) => {
      await removeConversation(deps, caller, params)
      return reply.code(204).send(null)
    },
  })
}
