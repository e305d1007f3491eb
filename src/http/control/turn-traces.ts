import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getTurnModelRequest, retryTurn } from '../../contract/turn-replays.js'
import { getTurnTrace, listTurnTraces } from '../../contract/turn-traces.js'
import { withDefaults } from '../../domain/defaults.js'
import { explainTurn } from '../../domain/turns/explain-turn.js'
import type { HttpDeps } from '../http-deps.js'

const Query = listTurnTraces.schema.querystring

export type ControlTraceDeps = Pick<HttpDeps, 'allTraces' | 'turnReplays' | 'memories' | 'conversations'>

/** What the newest turns did, for staff. Registered behind the guard of the control plane. */
export const controlTraceRoutes: FastifyPluginAsyncTypebox<ControlTraceDeps> = async (app, deps) => {
  app.route({
    ...listTurnTraces,
    handler: async ({ query }) => {
      const { turns, silent } = await deps.allTraces.list(withDefaults(Query, query, ['limit']).limit)
      return { turns: [...turns], ...(silent > 0 && { silentServers: silent }) }
    },
  })
  app.route({
    ...getTurnTrace,
    handler: async ({ params }) => explainTurn(deps, params.messageId),
  })
  app.route({
    ...getTurnModelRequest,
    handler: async ({ params }) => deps.turnReplays.describeRequest(params.messageId),
  })
  app.route({
    ...retryTurn,
    handler: async ({ params, body }, reply) => {
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      return deps.turnReplays.retry(params.messageId, body, left.signal)
    },
  })
}
