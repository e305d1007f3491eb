import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { purgeOrganization as operation } from '../../contract/organizations.js'
import { purgeOrganization } from '../../domain/organizations/purge.js'
import type { HttpDeps } from '../http-deps.js'

export const organizationRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...operation,
    handler: async ({ params, body, caller }) =>
      purgeOrganization(deps, caller, { id: params.orgId, input: body }),
  })
}
