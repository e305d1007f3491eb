import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import * as contract from '../../contract/shares.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import { createShare } from '../../domain/shares/create.js'
import { exchangeShare, openShare, type RedeemedShare } from '../../domain/shares/redeem.js'
import { listShares, revokeShare, revokeSharesOfKey } from '../../domain/shares/shares.js'
import { viewCreatedShare, viewShare, viewSharedCharacter } from '../../domain/shares/view.js'
import { createCharacterView } from '../character-view.js'
import type { HttpDeps } from '../http-deps.js'

export const shareRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createCharacterView(deps)
  const linksFor = (request: FastifyRequest) => deps.settings.shareUrl ?? requestBaseUrl(request)
  const session = (
    request: FastifyRequest,
    { sessionToken, playerId, character, memorySharing }: RedeemedShare,
  ) => ({
    sessionToken,
    characterId: character.id,
    playerId,
    serverUrl: requestBaseUrl(request),
    character: viewSharedCharacter(view(request)(character)),
    memorySharing,
  })

  app.route({
    ...contract.createShare,
    handler: async (request, reply) => {
      const share = await createShare(deps, request.caller, request.body)
      return reply.code(201).send(viewCreatedShare(share, linksFor(request)))
    },
  })
  app.route({
    ...contract.openShare,
    handler: async (request) => session(request, await openShare(deps, request.params.shareId)),
  })
  app.route({
    ...contract.exchangeShare,
    handler: async (request) => {
      const { params, body } = request
      return session(request, await exchangeShare(deps, params.shareId, body.recipientId ?? null))
    },
  })
  app.route({
    ...contract.listShares,
    handler: async (request) => {
      const shares = await listShares(deps, request.caller, request.params.characterId)
      return { shares: shares.map((share) => viewShare(share, linksFor(request))) }
    },
  })
  app.route({
    ...contract.revokeShare,
    handler: async ({ caller, params }) => revokeShare(deps, caller, params.shareId),
  })
  app.route({
    ...contract.revokeSharesOfKey,
    handler: async ({ caller, params }) => revokeSharesOfKey(deps, caller, params.keyId),
  })
}
