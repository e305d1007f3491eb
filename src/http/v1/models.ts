import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '../../contract/models.js'
import { pollModel, viewModelStatus } from '../../domain/generation/model3d/model-status.js'
import { startModel } from '../../domain/generation/model3d/start.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import { finalStateFor } from '../character-view.js'
import type { HttpDeps } from '../http-deps.js'

export const modelRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...contract.startModel,
    handler: async ({ params, body, caller }, reply) => {
      const request = { id: params.characterId, input: body }
      const { characterId, modelStatus, rigged } = await startModel(deps, caller, request)
      return reply.code(202).send({ characterId, modelStatus, rigged })
    },
  })
  app.route({
    ...contract.getModelStatus,
    handler: async (request) => {
      const record = await pollModel(deps, request.caller, request.params.characterId)
      const finalState = finalStateFor(request, deps.settings.modelFinalState)
      return viewModelStatus(record, { address: requestBaseUrl(request), finalState })
    },
  })
}
