import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as legacy from '../../contract/legacy/generation.js'
import { pollModel, viewModelStatus } from '../../domain/generation/model3d/model-status.js'
import { startModel } from '../../domain/generation/model3d/start.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import type { HttpDeps } from '../http-deps.js'

export const legacyModelRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...legacy.startAgentModel,
    handler: async ({ params, body, caller }) => {
      const request = { id: params.characterId, input: body }
      const { characterId, taskId, ...started } = await startModel(deps, caller, request)
      // Open in the contract: the hosted service returned the provider's task id here; this server returns its own.
      return { agentId: characterId, taskId, ...started }
    },
  })
  app.route({
    ...legacy.getAgentModelStatus,
    handler: async (request) => {
      const record = await pollModel(deps, request.caller, request.params.characterId)
      return viewModelStatus(record, { address: requestBaseUrl(request), finalState: 'completed' })
    },
  })
}
