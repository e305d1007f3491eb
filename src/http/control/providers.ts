import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { checkProviders, listSettings } from '../../contract/providers.js'
import type { HttpDeps } from '../http-deps.js'

/** Who answers for the characters, and by which settings, for staff. Registered behind the guard of the control plane. */
export const controlProviderRoutes: FastifyPluginAsyncTypebox<Pick<HttpDeps, 'inspection'>> = async (
  app,
  { inspection },
) => {
  app.route({
    ...checkProviders,
    handler: async () => ({ providers: [...(await inspection.checkProviders())] }),
  })
  app.route({ ...listSettings, handler: async () => ({ settings: [...inspection.settings()] }) })
}
