import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { create as contentDisposition } from 'content-disposition'
import { Type } from 'typebox'
import { downloadDocument } from '../../domain/character-documents/download.js'
import { notFound } from '../../domain/errors.js'
import type { HttpDeps } from '../http-deps.js'

type DownloadDeps = Pick<HttpDeps, 'documents' | 'files' | 'clock' | 'secrets' | 'linkKey'>

/** Where the links of `view-url` lead. */
export const documentFileRoutes: FastifyPluginAsyncTypebox<DownloadDeps> = async (app, deps) => {
  app.route({
    method: 'GET',
    url: '/files/documents/:documentId',
    config: { credential: 'none' },
    schema: {
      hide: true,
      params: Type.Object({ documentId: Type.String() }),
      querystring: Type.Object({
        expires: Type.Optional(Type.String()),
        signature: Type.Optional(Type.String()),
      }),
    },
    handler: async ({ params, query: { expires = '', signature = '' } }, reply) => {
      if (!/^\d{1,12}$/.test(expires)) throw notFound('File')
      const link = { id: params.documentId, expires: Number(expires), signature }
      const { filename, contentType, size, bytes } = await downloadDocument(deps, link)
      reply.headers({
        'content-type': contentType,
        'content-length': size,
        'content-disposition': contentDisposition(filename),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      return reply.send(Readable.from(bytes, { objectMode: false }))
    },
  })
}
