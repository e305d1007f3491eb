import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyPluginAsync } from 'fastify'
import * as contract from '../../contract/accounts.js'
import { DOCUMENT_BYTES } from '../../contract/documents.js'
import { listPlayers as playersOperation } from '../../contract/players.js'
import { uploadDocumentFile } from '../../contract/uploads.js'
import { getAccount } from '../../domain/accounts/accounts.js'
import { issueToken } from '../../domain/accounts/issue-token.js'
import { createKey, listKeys, revokeKey } from '../../domain/accounts/keys.js'
import { adjustClock, readClockState } from '../../domain/control/adjust-clock.js'
import { notFound } from '../../domain/errors.js'
import { listActiveOrganizations } from '../../domain/organizations/organizations.js'
import { listPlayers } from '../../domain/players/list.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import { storeUpload } from '../../domain/uploads/uploads.js'
import type { HttpDeps } from '../http-deps.js'
import { acceptFormsOnly, receiveSingleFile } from '../multipart.js'
import { createLocalSecretCheck, createSameMachineGuard } from './local-access.js'
import { type ControlMemoryDeps, controlMemoryRoutes } from './memories.js'
import { controlOrganizationRoutes } from './organizations.js'
import { controlProviderRoutes } from './providers.js'
import { type ControlTraceDeps, controlTraceRoutes } from './turn-traces.js'

export type ControlDeps = LocalUploadDeps &
  ControlMemoryDeps &
  ControlTraceDeps &
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
    | 'inspection'
  >

/** The local control plane: functions of the hosted service's dashboard, and some that only a local server has. */
export const controlRoutes: FastifyPluginAsyncTypebox<ControlDeps> = async (app, deps) => {
  await controlOrganizationRoutes(app, deps)
  await app.register(localUploadRoutes, deps)
  await controlMemoryRoutes(app, deps)
  await controlTraceRoutes(app, deps)
  await controlProviderRoutes(app, deps)

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

/** Publishes the public keys of the built-in issuer, to verify its ID tokens (RFC 7517). */
export const jwksRoutes: FastifyPluginAsync<Pick<HttpDeps, 'issuer'>> = async (app, { issuer }) => {
  app.get('/.well-known/jwks.json', async () => {
    if (issuer === null) throw notFound('Key set')
    return issuer.keySet()
  })
}

export type LocalUploadDeps = Pick<HttpDeps, 'uploads' | 'files' | 'clock' | 'secrets' | 'linkKey'>

/** Stores an uploaded PDF and returns a URL for it, because the contract adds documents by URL only. */
export const localUploadRoutes: FastifyPluginAsyncTypebox<LocalUploadDeps> = async (app, deps) => {
  await acceptFormsOnly(app)
  app.route({
    ...uploadDocumentFile,
    handler: async (request, reply) => {
      const receive = receiveSingleFile(deps, request, { part: 'file', maxBytes: DOCUMENT_BYTES })
      const { path, ...upload } = await storeUpload(deps, request.caller, receive)
      return reply.code(201).send({ url: `${requestBaseUrl(request)}${path}`, ...upload })
    },
  })
}
