import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { GENERATION_IMAGE_BODY_BYTES } from '../../contract/generation.js'
import * as legacy from '../../contract/legacy/generation.js'
import { createFromImage } from '../../domain/generation/create-from-image.js'
import type { HttpDeps } from '../http-deps.js'
import { readIdempotencyKey } from '../request-headers.js'
import { acceptImageBodies, type FieldNaming, receiveImage } from '../request-image.js'
import { createAgentView } from './agents.js'

/** Clients of this route send field names in both spellings, though responses are in camelCase. */
const SNAKE_CASE: FieldNaming = {
  schema: legacy.AgentFromImageOptionsSchema,
  toSchemaName: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}

export const legacyGenerationRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createAgentView(deps)
  await acceptImageBodies(app)

  app.route({
    ...legacy.createAgentFromImage,
    bodyLimit: GENERATION_IMAGE_BODY_BYTES,
    attachValidation: true,
    handler: async (request) => {
      const idempotencyKey = readIdempotencyKey(request)
      const receive = receiveImage(deps, request, SNAKE_CASE)
      return view(request)(await createFromImage(deps, request.caller, { receive, idempotencyKey }))
    },
  })
}
