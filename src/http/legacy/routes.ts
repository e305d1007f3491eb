import type { FastifyPluginAsync } from 'fastify'
import { legacyRows } from '../../contract/legacy.js'
import type { HttpDeps } from '../deps.js'
import { agentRoutes } from './agents.js'
import { createAnnouncement } from './deprecation.js'
import { agentDocumentRoutes } from './documents.js'
import { oldEncounterRoutes } from './encounters.js'
import { oldGenerationRoutes } from './generation.js'
import { oldMemoryRoutes } from './memories.js'
import { oldModelRoutes } from './models.js'
import { playerRoutes } from './players.js'

/** The old paths: each unpacks, calls what its successor calls, and answers as it always did. */
export const legacyRoutes: FastifyPluginAsync<HttpDeps> = async (app, deps) => {
  const announce = createAnnouncement(deps.settings, legacyRows)
  // At the very end, so that refusals say it, too.
  app.addHook('onSend', async (request, reply) => announce(request, reply))
  await app.register(agentRoutes, deps)
  await app.register(agentDocumentRoutes, deps)
  await app.register(playerRoutes, deps)
  await app.register(oldMemoryRoutes, deps)
  await app.register(oldEncounterRoutes, deps)
  await app.register(oldGenerationRoutes, deps)
  await app.register(oldModelRoutes, deps)
}
