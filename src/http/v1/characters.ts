import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as operations from '../../contract/characters.js'
import { deleteCharacter, getCharacter, listCharacters } from '../../domain/characters/characters.js'
import { createCharacter } from '../../domain/characters/create.js'
import { updateCharacter } from '../../domain/characters/update.js'
import { createCachedCharacterReply, createCharacterView } from '../character-view.js'
import type { HttpDeps } from '../http-deps.js'

export const characterRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const send = createCachedCharacterReply(deps)
  const view = createCharacterView(deps)

  app.route({
    ...operations.createCharacter,
    handler: async (request, reply) => {
      const created = await createCharacter(deps, request.caller, request.body)
      return reply.code(201).send(view(request)(created))
    },
  })
  app.route({
    ...operations.listCharacters,
    handler: async (request) => {
      const page = await listCharacters(deps, request.caller, request.query)
      return { ...page, characters: page.characters.map(view(request)) }
    },
  })
  app.route({
    ...operations.getCharacter,
    handler: async ({ params, caller }, reply) => {
      send(await getCharacter(deps, caller, params.characterId), reply)
      return reply
    },
  })
  app.route({
    ...operations.updateCharacter,
    handler: async (request) => {
      const change = { id: request.params.characterId, input: request.body }
      return view(request)(await updateCharacter(deps, request.caller, change))
    },
  })
  app.route({
    ...operations.deleteCharacter,
    handler: async ({ params, caller }) => deleteCharacter(deps, caller, params.characterId),
  })
}
