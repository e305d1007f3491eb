import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DOCUMENT_BYTES } from '../../contract/documents.js'
import { uploadDocumentFile } from '../../contract/uploads.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import { storeUpload } from '../../domain/uploads/uploads.js'
import type { HttpDeps } from '../http-deps.js'
import { acceptFormsOnly, receiveSingleFile } from '../multipart.js'

export type LocalUploadDeps = Pick<HttpDeps, 'uploads' | 'files' | 'clock' | 'secrets' | 'linkKey'>

/** Lets a PDF from disk go the way that the contract knows, by its address. */
export const localUploadRoutes: FastifyPluginAsyncTypebox<LocalUploadDeps> = async (app, deps) => {
  await acceptFormsOnly(app)
  app.route({
    ...uploadDocumentFile,
    handler: async (request, reply) => {
      const receive = receiveSingleFile(deps, request, { part: 'file', maxBytes: DOCUMENT_BYTES })
      const { path, ...kept } = await storeUpload(deps, request.caller, receive)
      return reply.code(201).send({ url: `${requestBaseUrl(request)}${path}`, ...kept })
    },
  })
}
