import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as legacy from '../../contract/legacy/route-table.js'
import {
  conversationStats,
  getConversation,
  listConversations,
  removeConversation,
} from '../../domain/conversations/conversations.js'
import { listMessages, viewMessagePage } from '../../domain/conversations/messages.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import type { HttpDeps } from '../http-deps.js'
import { renameLegacyQuery } from './rename-query.js'

export const legacyConversationRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...legacy.agentConversationStats,
    handler: async ({ params, caller }) => conversationStats(deps, caller, params.characterId),
  })
  app.route({
    ...legacy.listAgentConversations,
    handler: async ({ params, query, caller }) =>
      listConversations(deps, caller, {
        ...params,
        query: renameLegacyQuery(query, legacy.CONVERSATION_QUERY_NAMES),
      }),
  })
  app.route({
    ...legacy.getAgentConversation,
    handler: async ({ params, caller }) => getConversation(deps, caller, params),
  })
  app.route({
    ...legacy.listAgentMessages,
    handler: async (request) => {
      const { params, query, caller } = request
      return viewMessagePage(
        await listMessages(deps, caller, { pair: params, query }),
        requestBaseUrl(request),
      )
    },
  })
  app.route({
    ...legacy.deleteAgentConversation,
    handler: async ({ params, caller }) => {
      await removeConversation(deps, caller, params)
      return { message: 'Conversation deleted' }
    },
  })
}
