import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as operations from '../../contract/generation.js'
import { createFromImage } from '../../domain/generation/create-from-image.js'
import { createCharacterView } from '../character-view.js'
import type { HttpDeps } from '../http-deps.js'
import { readIdempotencyKey } from '../request-headers.js'
import { acceptImageBodies, type FieldNaming, receiveImage } from '../request-image.js'

const CAMEL_CASE: FieldNaming = { schema: operations.FromImageOptionsSchema, toSchemaName: (name) => name }

export const generationRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createCharacterView(deps)
  await acceptImageBodies(app)

  app.route({
    ...operations.createFromImage,
    bodyLimit: operations.GENERATION_IMAGE_BODY_BYTES,
    attachValidation: true,
    handler: async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request)
      const receive = receiveImage(deps, request, CAMEL_CASE)
      const created = await createFromImage(deps, request.caller, { receive, idempotencyKey })
      return reply.code(201).send(view(request)(created))
    },
  })
}
