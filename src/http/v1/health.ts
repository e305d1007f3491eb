import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getHealth } from '../../contract/health.js'
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
}
