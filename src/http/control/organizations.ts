import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '../../contract/organizations.js'
import { addMember, listMembers, removeMember } from '../../domain/organizations/members.js'
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
} from '../../domain/organizations/organizations.js'
import type { HttpDeps } from '../http-deps.js'

type OrganizationDeps = Pick<HttpDeps, 'transact' | 'accounts' | 'organizations' | 'clock' | 'ids'>

/** Organizations and their members. Registered behind the guard of the control plane. */
export const controlOrganizationRoutes: FastifyPluginAsyncTypebox<OrganizationDeps> = async (app, deps) => {
  app.route({
    ...contract.createOrganization,
    handler: async ({ body, caller }, reply) =>
      reply.code(201).send(await createOrganization(deps, { ...body, ownerId: caller.accountId })),
  })
  app.route({
    ...contract.listOrganizations,
    handler: async ({ caller }) => ({ organizations: await listOrganizations(deps, caller.accountId) }),
  })
  app.route({
    ...contract.deleteOrganization,
    handler: async ({ params, caller }) => deleteOrganization(deps, caller.accountId, params.orgId),
  })

  app.route({
    ...contract.listMembers,
    handler: async ({ params, caller }) => ({
      members: await listMembers(deps, caller.accountId, params.orgId),
    }),
  })
  app.route({
    ...contract.addMember,
    handler: async ({ params, body, caller }, reply) =>
      reply.code(201).send(await addMember(deps, { ...params, ...body, ownerId: caller.accountId })),
  })
  app.route({
    ...contract.removeMember,
    handler: async ({ params, caller }, reply) => {
      await removeMember(deps, { ...params, ownerId: caller.accountId })
      return reply.code(204).send(null)
    },
  })
}
