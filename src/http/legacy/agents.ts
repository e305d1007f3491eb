import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as legacy from '../../contract/legacy.js'
import { deleteCharacter, getCharacter, listAllCharacters } from '../../domain/characters/characters.js'
import { sendListInChunks } from '../chunked-list.js'
import type { HttpDeps } from '../http-deps.js'
import { createAgentView } from './agent-view.js'
import { agentWriteRoutes } from './agent-writes.js'

export const agentRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createAgentView(deps)

  app.route({
    ...legacy.listAgents,
    handler: async (request, reply) =>
      sendListInChunks(reply, await listAllCharacters(deps, request.caller), view(request)),
  })
  app.route({
    ...legacy.getAgent,
    handler: async (request) =>
      view(request)(await getCharacter(deps, request.caller, request.params.characterId)),
  })
  app.route({
    ...legacy.deleteAgent,
    handler: async ({ params, caller }) => deleteCharacter(deps, caller, params.characterId),
  })
  await app.register(agentWriteRoutes, deps)
}
