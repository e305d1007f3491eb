import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Agent, inCamelCase } from '../../contract/agents.js'
import * as legacy from '../../contract/legacy.js'
import { createCharacter } from '../../domain/characters/create.js'
import { deleteCharacter } from '../../domain/characters/delete.js'
import { getCharacter } from '../../domain/characters/get.js'
import { listAllCharacters } from '../../domain/characters/list-all.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { updateCharacter } from '../../domain/characters/update.js'
import { viewCharacter } from '../../domain/characters/view.js'
import type { HttpDeps } from '../deps.js'

export const agentRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = (record: CharacterRecord): Agent => ({
    ...inCamelCase(viewCharacter(record, deps.presence.launchStatus(record.id))),
    // No model is generated or uploaded here yet, so there is neither a preview nor a rig.
    modelPreviewUrl: null,
    modelRigged: false,
    modelAnimations: [],
  })

  app.route({
    ...legacy.listAgents,
    handler: async ({ caller }) => (await listAllCharacters(deps, caller)).map(view),
  })
  app.route({
    ...legacy.createAgent,
    handler: async ({ body, caller }, reply) =>
      reply.code(201).send(view(await createCharacter(deps, caller, body))),
  })
  app.route({
    ...legacy.getAgent,
    handler: async ({ params, caller }) => view(await getCharacter(deps, caller, params.characterId)),
  })
  app.route({
    ...legacy.updateAgent,
    handler: async ({ params, body, caller }) =>
      view(await updateCharacter(deps, caller, { id: params.characterId, input: body })),
  })
  app.route({
    ...legacy.deleteAgent,
    handler: async ({ params, caller }) => deleteCharacter(deps, caller, params.characterId),
  })
}
