import type { FastifyPluginAsync } from 'fastify'
import { legacyRouteTable } from '../../contract/legacy.js'
import type { HttpDeps } from '../http-deps.js'
import { agentRoutes } from './agents.js'
import { legacyConversationRoutes } from './conversations.js'
import { createDeprecationHeaders } from './deprecation.js'
import { legacyDocumentRoutes } from './documents.js'
import { legacyEncounterRoutes } from './encounters.js'
import { legacyGenerationRoutes } from './generation.js'
import { legacyMemoryRoutes } from './memories.js'
import { legacyModelRoutes } from './models.js'

/** The old paths: each unpacks, calls what its successor calls, and answers as it always did. */
export const legacyRoutes: FastifyPluginAsync<HttpDeps> = async (app, deps) => {
  const announce = createDeprecationHeaders(deps.settings, legacyRouteTable)
  // At the very end, so that refusals say it, too.
  app.addHook('onSend', async (request, reply) => announce(request, reply))
  await app.register(agentRoutes, deps)
  await app.register(legacyDocumentRoutes, deps)
  await app.register(legacyConversationRoutes, deps)
  await app.register(legacyMemoryRoutes, deps)
  await app.register(legacyEncounterRoutes, deps)
  await app.register(legacyGenerationRoutes, deps)
  await app.register(legacyModelRoutes, deps)
}
