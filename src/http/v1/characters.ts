import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as operations from '../../contract/characters.js'
import { createCharacter } from '../../domain/characters/create.js'
import { deleteCharacter } from '../../domain/characters/delete.js'
import { getCharacter } from '../../domain/characters/get.js'
import { listCharacters } from '../../domain/characters/list.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { updateCharacter } from '../../domain/characters/update.js'
import { viewCharacter } from '../../domain/characters/view.js'
import type { HttpDeps } from '../deps.js'
import { createCharacterReply } from './character-body.js'

export const characterRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const send = createCharacterReply(deps.presence)
  const view = (record: CharacterRecord) => viewCharacter(record, deps.presence.launchStatus(record.id))

  app.route({
    ...operations.createCharacter,
    handler: async ({ body, caller }, reply) =>
      reply.code(201).send(view(await createCharacter(deps, caller, body))),
  })
  app.route({
    ...operations.listCharacters,
    handler: async ({ query, caller }) => {
      const page = await listCharacters(deps, caller, query)
      return { ...page, characters: page.characters.map(view) }
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
    handler: async ({ params, body, caller }) =>
      view(await updateCharacter(deps, caller, { id: params.characterId, input: body })),
  })
  app.route({
    ...operations.deleteCharacter,
    handler: async ({ params, caller }) => deleteCharacter(deps, caller, params.characterId),
  })
}
