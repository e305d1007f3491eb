import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Agent, inCamelCase } from '../../contract/agents.js'
import * as legacy from '../../contract/legacy.js'
import { createCharacter } from '../../domain/characters/create.js'
import { deleteCharacter } from '../../domain/characters/delete.js'
import { getCharacter } from '../../domain/characters/get.js'
import { listAllCharacters } from '../../domain/characters/list-all.js'
import type { Presence } from '../../domain/characters/ports.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { updateCharacter } from '../../domain/characters/update.js'
import { createCharacterView } from '../character-view.js'
import type { HttpDeps } from '../deps.js'

export const agentRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createAgentView(deps.presence)

  app.route({
    ...legacy.listAgents,
    handler: async (request) => (await listAllCharacters(deps, request.caller)).map(view(request)),
  })
  app.route({
    ...legacy.createAgent,
    handler: async (request, reply) =>
      reply.code(201).send(view(request)(await createCharacter(deps, request.caller, request.body))),
  })
  app.route({
    ...legacy.getAgent,
    handler: async (request) =>
      view(request)(await getCharacter(deps, request.caller, request.params.characterId)),
  })
  app.route({
    ...legacy.updateAgent,
    handler: async (request) => {
      const change = { id: request.params.characterId, input: request.body }
      return view(request)(await updateCharacter(deps, request.caller, change))
    },
  })
  app.route({
    ...legacy.deleteAgent,
    handler: async ({ params, caller }) => deleteCharacter(deps, caller, params.characterId),
  })
}

/** The bare character in camelCase. */
function createAgentView(presence: Presence) {
  const view = createCharacterView(presence)
  return (request: FastifyRequest) =>
    (record: CharacterRecord): Agent => ({
      ...inCamelCase(view(request)(record)),
      // No model is generated here yet, so there is neither a preview nor a rig.
      modelPreviewUrl: null,
      modelRigged: false,
      modelAnimations: [],
    })
}
