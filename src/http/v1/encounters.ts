import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '../../contract/encounters.js'
import { startEncounter } from '../../domain/encounters/start.js'
import type { HttpDeps } from '../http-deps.js'

export const encounterRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...contract.startEncounter,
    handler: async ({ caller, body }, reply) => {
      const { id } = await startEncounter(deps, caller, body)
      return reply.code(202).send({ encounterId: id })
    },
  })
}
