import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AVATAR_BYTES, MODEL_FILE_BYTES } from '../../contract/limits.js'
import * as operations from '../../contract/uploads.js'
import { setAvatar } from '../../domain/characters/set-avatar.js'
import { setModelFile } from '../../domain/characters/set-model-file.js'
import { createCharacterView } from '../character-view.js'
import type { HttpDeps } from '../http-deps.js'
import { acceptFormsOnly, receiveSingleFile } from '../multipart.js'

export const uploadRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createCharacterView(deps)
  await acceptFormsOnly(app)

  app.route({
    ...operations.uploadAvatar,
    handler: async (request) => {
      const receive = receiveSingleFile(deps, request, { part: 'image', maxBytes: AVATAR_BYTES })
      const id = request.params.characterId
      return view(request)(await setAvatar(deps, request.caller, { id, receive }))
    },
  })
  app.route({
    ...operations.uploadModelFile,
    handler: async (request) => {
      const receive = receiveSingleFile(deps, request, { part: 'model', maxBytes: MODEL_FILE_BYTES })
      const id = request.params.characterId
      return view(request)(await setModelFile(deps, request.caller, { id, receive }))
    },
  })
}
