import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getTurnTrace, listTurnTraces } from '../../contract/turn-traces.js'
import { withDefaults } from '../../domain/defaults.js'
import { notFound } from '../../domain/errors.js'
import type { HttpDeps } from '../http-deps.js'

const Query = listTurnTraces.schema.querystring

/** What the newest turns did, for staff. Registered behind the guard of the control plane. */
export const controlTraceRoutes: FastifyPluginAsyncTypebox<Pick<HttpDeps, 'traces'>> = async (
  app,
  { traces },
) => {
  app.route({
    ...listTurnTraces,
    handler: async ({ query }) => ({ turns: traces.list(withDefaults(Query, query, ['limit']).limit) }),
  })
  app.route({
    ...getTurnTrace,
    handler: async ({ params }) => {
      const trace = traces.find(params.messageId)
      if (trace === undefined) throw notFound('Turn')
      return trace
    },
  })
}
