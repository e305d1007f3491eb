import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as operations from '../../contract/generation.js'
import { createFromImage } from '../../domain/generation/create-from-image.js'
import { createCharacterView } from '../character-view.js'
import type { HttpDeps } from '../http-deps.js'
import { readIdempotencyKey } from '../idempotency-key.js'
import { readPictures, receivePicture, type Spelling } from '../sent-picture.js'

const CAMEL_CASE: Spelling = { schema: operations.FromImageOptionsSchema, spell: (name) => name }

export const generationRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createCharacterView(deps)
  await readPictures(app)

  app.route({
    ...operations.createFromImage,
    bodyLimit: operations.PICTURE_BODY_BYTES,
    attachValidation: true,
    handler: async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request)
      const receive = receivePicture(deps, request, CAMEL_CASE)
      const created = await createFromImage(deps, request.caller, { receive, idempotencyKey })
      return reply.code(201).send(view(request)(created))
    },
  })
}
