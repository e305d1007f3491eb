import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as legacy from '../../contract/legacy/route-table.js'
import { deleteDocument, listDocuments } from '../../domain/character-documents/character-documents.js'
import { viewDocument } from '../../domain/documents/record.js'
import type { HttpDeps } from '../http-deps.js'

export const legacyDocumentRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...legacy.listAgentDocuments,
    handler: async ({ params, caller }) => {
      const documents = await listDocuments(deps, caller, params.characterId)
      return { documents: documents.map(viewDocument), total: documents.length }
    },
  })
  app.route({
    ...legacy.deleteAgentDocument,
    handler: async ({ params, caller }, reply) => {
      await deleteDocument(deps, caller, { characterId: null, ...params })
      return reply.code(204).send(null)
    },
  })
}
