import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as legacy from '../../contract/legacy/route-table.js'
import { startEncounter } from '../../domain/encounters/start.js'
import type { HttpDeps } from '../http-deps.js'

export const legacyEncounterRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...legacy.startOldEncounter,
    handler: async ({ caller, body }, reply) => {
      const { id } = await startEncounter(deps, caller, body)
      return reply.code(202).send({ encounterId: id })
    },
  })
}
