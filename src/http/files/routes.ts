import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { downloadDocument } from '../../domain/character-documents/download.js'
import type { CharacterRepository } from '../../domain/characters/ports.js'
import type { ConversationRepository } from '../../domain/conversations/ports.js'
import { notFound } from '../../domain/errors.js'
import type { ByteRange, FileStore } from '../../domain/files/ports.js'
import type { StoredFile } from '../../domain/files/stored-file.js'
import type { HttpDeps } from '../http-deps.js'

type FileDeps = {
  readonly characters: Pick<CharacterRepository, 'findFile'>
  readonly conversations: Pick<ConversationRepository, 'findImage'>
  readonly files: Pick<FileStore, 'size' | 'open'>
}
type Params = { readonly sha256: string; readonly name: string }

/**
 * Serves the images and models of characters, and the images that players showed, to everyone with the URL: browsers,
 * game engines, curl. No other file is served. The URL of a player's image cannot be guessed.
 */
export const fileRoutes: FastifyPluginAsync<FileDeps> = async (app, deps) => {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: '/files/:sha256/:name',
    config: { credential: 'none' },
    handler: async (request, reply) => {
      const { sha256, name } = request.params
      const characterFile = await deps.characters.findFile({ sha256, name })
      const file = characterFile ?? (await deps.conversations.findImage({ sha256, name }))
      const caching = characterFile === undefined ? PRIVATE_CACHING : IMMUTABLE_CACHING
      const size = file === undefined ? undefined : await deps.files.size(sha256)
      if (file === undefined || size === undefined) throw notFound('File')
      return sendFile(deps, { file, size, caching, request, reply })
    },
  })
}

type FileResponse = {
  readonly file: StoredFile
  readonly size: number
  readonly caching: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function sendFile(
  { files }: FileDeps,
  { file, size, caching, request, reply }: FileResponse,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  if (isNotModified(request, etag)) return reply.headers(cacheHeaders(etag, caching)).code(304).send()

  const range = acceptsRange(request, etag) ? rangeOf(request.headers.range, size) : undefined
  if (range === null) {
    reply.header('content-range', `bytes */${size}`)
    return reply.code(416).send({ detail: 'Range Not Satisfiable' })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const bytes = request.method === 'HEAD' ? undefined : await files.open(file.sha256, { start, end })
  if (bytes === undefined && request.method !== 'HEAD') throw notFound('File')

  reply.headers({
    ...cacheHeaders(etag, caching),
    ...contentHeaders(file),
    'content-length': end - start + 1,
  })
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply.send(bytes === undefined ? undefined : Readable.from(bytes, { objectMode: false }))
}

/** The URL contains the hash of the bytes. */
const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'
/** A player's image can be deleted, so no shared cache may store it, and a private one only briefly. */
const PRIVATE_CACHING = 'private, max-age=300'

/** The same for every origin, so that a cache can answer all pages. */
const cacheHeaders = (etag: string, caching: string) => ({
  etag,
  'cache-control': caching,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Accept-Ranges, Content-Range, Content-Length, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
})

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  glb: 'model/gltf-binary',
}

/** Prevents browsers from interpreting a file as another type, above all as a page. */
const contentHeaders = ({ name }: StoredFile) => ({
  'content-type': TYPES[name.replace(/^.*\./, '')] ?? 'application/octet-stream',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'accept-ranges': 'bytes',
})

const isNotModified = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))

/** Ranges apply to GET only, and with `If-Range` only if its validator matches (RFC 9110, 13.1.5, 14.2). */
const acceptsRange = ({ method, headers }: FastifyRequest, etag: string): boolean =>
  method === 'GET' && (headers['if-range'] === undefined || headers['if-range'] === etag)

/**
 * The byte range that a `Range` header requests (RFC 9110, 14.1.2). Undefined: the whole file, also for a malformed
 * header and for several ranges, which a server may ignore. Null: the range cannot be satisfied.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return last === '0' ? null : { start: Math.max(0, size - Number(last)), end: size - 1 }

  const range = { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (last !== '' && Number(last) < range.start) return undefined
  return range.start < size ? range : null
}

type DownloadDeps = Pick<HttpDeps, 'documents' | 'files' | 'clock' | 'secrets' | 'linkKey'>

/** Serves the signed links of `view-url`. */
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
