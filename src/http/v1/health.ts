import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getHealth, getReadiness } from '../../contract/health.js'
import type { HttpDeps } from '../http-deps.js'

export const healthRoutes: FastifyPluginAsyncTypebox<Pick<HttpDeps, 'inspection'>> = async (
  app,
  { inspection },
) => {
  app.route({
    ...getHealth,
    handler: async () => ({
      // The reason is shown to staff only.
      status: inspection.storeStatus() === 'ok' ? 'ok' : 'degraded',
      service: 'parley',
    }),
  })
  app.route({
    ...getReadiness,
    handler: async (_request, reply) => {
      const status = inspection.readiness()
      // What is degraded may recover; a server that has failed has lost its records to another one, or to the disk.
      return reply
        .code(status === 'failed' || status === 'draining' ? 503 : 200)
        .send({ status, service: 'parley' })
    },
  })
}
