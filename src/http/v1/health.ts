import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getHealth } from '../../contract/health.js'

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...getHealth, handler: async () => ({ status: 'ok', service: 'parley' }) })
}
