import { Type } from 'typebox'
import { CharacterSchema } from './characters.js'
import { operation } from './operation.js'
import { CharacterParams, ErrorBodySchema, Ref } from './shared.js'

const refusals = { 400: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema), 404: Ref(ErrorBodySchema) }

export const uploadAvatar = operation({
  method: 'PUT',
  url: '/api/v1/characters/:characterId/avatar',
  config: { scope: 'characters:write' },
  upload: { part: 'image', description: 'JPEG, PNG or WebP, at most 10 MB' },
  schema: {
    operationId: 'uploadAvatar',
    summary: 'Give a character a picture',
    tags: ['characters'],
    params: CharacterParams,
    response: { 200: Ref(CharacterSchema), ...refusals },
  },
})

export const uploadModelFile = operation({
  method: 'PUT',
  url: '/api/v1/characters/:characterId/model-file',
  config: { scope: 'characters:write' },
  upload: { part: 'model', description: 'Binary glTF 2.0 (`.glb`), at most 150 MB' },
  schema: {
    operationId: 'uploadModelFile',
    summary: 'Give a character a 3D model',
    tags: ['characters'],
    params: CharacterParams,
    response: { 200: Ref(CharacterSchema), ...refusals },
  },
})

export const uploadDocumentFile = operation({
  method: 'POST',
  url: '/api/control/v1/local/uploads',
  config: { scope: 'characters:write' },
  upload: { part: 'file', description: 'PDF, at most 50 MB' },
  schema: {
    operationId: 'uploadDocumentFile',
    summary: 'Upload a PDF, to add it as a document within an hour',
    description:
      'Then send the answered `url` with `addDocument`, which reads the file and says whether it is a PDF.',
    tags: ['local'],
    response: {
      201: Type.Object({
        url: Type.String({ description: 'The `url` that `addDocument` takes' }),
        name: Type.String(),
        fileSize: Type.Integer(),
        expiresAt: Type.String(),
      }),
      ...refusals,
    },
  },
})
