import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as contract from '../../contract/documents.js'
import { addDocument } from '../../domain/character-documents/add.js'
import {
  deleteDocument,
  getDocument,
  listDocuments,
} from '../../domain/character-documents/character-documents.js'
import { linkDocument } from '../../domain/character-documents/download.js'
import { isUnfinishedDocument, viewDocument } from '../../domain/documents/record.js'
import { validateDocumentInput } from '../../domain/documents/validate-input.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import type { HttpDeps } from '../http-deps.js'
import { requireValidBody } from '../validation-problems.js'

export const documentRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...contract.addDocument,
    attachValidation: true,
    handler: async (request, reply) => {
      const { params, body: input, caller } = request
      requireValidBody(request, validateDocumentInput(deps.checkUrl, input, ['body']))
      const { id, batchId, status, filename, sourceUrl } = await addDocument(deps, caller, {
        ...params,
        input,
      })
      reply.headers({
        location: `/api/v1/characters/documents/${id}`,
        'retry-after': contract.POLL_SECONDS,
      })
      const accepted = { documentId: id, batchId: batchId ?? '', status, name: filename, url: sourceUrl }
      return reply.code(202).send(accepted)
    },
  })
  app.route({
    ...contract.listDocuments,
    handler: async ({ params, caller }) => {
      const documents = await listDocuments(deps, caller, params.characterId)
      return { documents: documents.map(viewDocument), total: documents.length }
    },
  })
  app.route({
    ...contract.getDocument,
    handler: async ({ params, caller }, reply) => {
      const document = await getDocument(deps, caller, params.documentId)
      if (isUnfinishedDocument(document)) reply.header('retry-after', contract.POLL_SECONDS)
      return viewDocument(document)
    },
  })
  app.route({
    ...contract.linkDocument,
    handler: async (request) => {
      const { path, ...link } = await linkDocument(deps, request.caller, request.params.documentId)
      return { url: `${requestBaseUrl(request)}${path}`, ...link }
    },
  })
  app.route({
    ...contract.deleteDocument,
    handler: async ({ params, caller }, reply) => {
      await deleteDocument(deps, caller, params)
      return reply.code(204).send(null)
    },
  })
}
