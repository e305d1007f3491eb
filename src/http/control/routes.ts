import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '../../contract/accounts.js'
import { listPlayers as playersOperation } from '../../contract/players.js'
import { getAccount } from '../../domain/accounts/accounts.js'
import { issueToken } from '../../domain/accounts/issue-token.js'
import { createKey, listKeys, revokeKey } from '../../domain/accounts/keys.js'
import { adjustClock, readClockState } from '../../domain/control/adjust-clock.js'
import { listActiveOrganizations } from '../../domain/organizations/organizations.js'
import { listPlayers } from '../../domain/players/list.js'
import type { HttpDeps } from '../http-deps.js'
import { createSameMachineGuard } from './local-access.js'
import { createLocalSecretCheck } from './local-secret.js'
import { type ControlMemoryDeps, controlMemoryRoutes } from './memories.js'
import { controlOrganizationRoutes } from './organizations.js'
import { type LocalUploadDeps, localUploadRoutes } from './uploads.js'

export type ControlDeps = LocalUploadDeps &
  ControlMemoryDeps &
  Pick<
    HttpDeps,
    | 'accounts'
    | 'organizations'
    | 'keys'
    | 'issuer'
    | 'clock'
    | 'ids'
    | 'secrets'
    | 'localSecret'
    | 'resettable'
    | 'settings'
  >

/** The local control plane: what the hosted service offers in its dashboard, and what only a local server can do. */
export const controlRoutes: FastifyPluginAsyncTypebox<ControlDeps> = async (app, deps) => {
  await app.register(controlOrganizationRoutes, deps)
  await app.register(localUploadRoutes, deps)
  await app.register(controlMemoryRoutes, deps)

  app.route({
    ...contract.issueIdToken,
    onRequest: [createSameMachineGuard(deps.settings), createLocalSecretCheck(deps)],
    handler: async ({ body }) => issueToken(deps, body),
  })
  app.route({
    ...contract.getMe,
    handler: async ({ caller }) => ({
      account: await getAccount(deps, caller.accountId),
      organizations: await listActiveOrganizations(deps, caller.accountId),
    }),
  })

  app.route({
    ...contract.createKey,
    handler: async ({ body, caller }, reply) =>
      reply.code(201).send(await createKey(deps, { ...body, accountId: caller.accountId })),
  })
  app.route({
    ...contract.listKeys,
    handler: async ({ caller }) => ({ keys: await listKeys(deps, caller.accountId) }),
  })
  app.route({
    ...contract.revokeKey,
    handler: async ({ params, caller }, reply) => {
      await revokeKey(deps, { id: params.keyId, accountId: caller.accountId })
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...playersOperation,
    handler: async ({ params, query, caller }) => listPlayers(deps, caller, { ...params, query }),
  })

  app.route({ ...contract.getClock, handler: async () => readClockState(deps) })
  app.route({ ...contract.setClock, handler: async ({ body }) => adjustClock(deps, body) })
  app.route({
    ...contract.resetServer,
    handler: async (_request, reply) => {
      await deps.resettable.reset()
      return reply.code(204).send(null)
    },
  })
}
