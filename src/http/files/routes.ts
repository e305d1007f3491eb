import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { CharacterRepository } from '../../domain/characters/ports.js'
import type { ConversationRepository } from '../../domain/conversations/ports.js'
import { notFound } from '../../domain/errors.js'
import type { FileStore } from '../../domain/files/ports.js'
import type { StoredFile } from '../../domain/files/stored-file.js'
import { rangeOf } from './range.js'

type FileDeps = {
  readonly characters: Pick<CharacterRepository, 'findFile'>
  readonly conversations: Pick<ConversationRepository, 'findImage'>
  readonly files: Pick<FileStore, 'size' | 'open'>
}
type Params = { readonly sha256: string; readonly name: string }

/**
 * What the characters show and what players showed them, for whoever has the address: browsers, engines, curl. Nothing
 * else of the store is here. That of a player's picture nobody can guess.
 */
export const fileRoutes: FastifyPluginAsync<FileDeps> = async (app, deps) => {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: '/files/:sha256/:name',
    config: { credential: 'none' },
    handler: async (request, reply) => {
      const { sha256, name } = request.params
      const shown = await deps.characters.findFile({ sha256, name })
      const file = shown ?? (await deps.conversations.findImage({ sha256, name }))
      const caching = shown === undefined ? PRIVATE_CACHING : IMMUTABLE_CACHING
      const size = file === undefined ? undefined : await deps.files.size(sha256)
      if (file === undefined || size === undefined) throw notFound('File')
      return sendFile(deps, { file, size, caching, request, reply })
    },
  })
}

type Sending = {
  readonly file: StoredFile
  readonly size: number
  readonly caching: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function sendFile(
  { files }: FileDeps,
  { file, size, caching, request, reply }: Sending,
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

/** An address never means other bytes than these. */
const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'
/** What a player showed goes when it is deleted: no cache that others share may keep it, and no other one for long. */
const PRIVATE_CACHING = 'private, max-age=300'

/** Whatever page asks, so that a cache may answer every page with it. */
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

/** Never to be taken for anything else than it says, least of all for a page. */
const contentHeaders = ({ name }: StoredFile) => ({
  'content-type': TYPES[name.replace(/^.*\./, '')] ?? 'application/octet-stream',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'accept-ranges': 'bytes',
})

const isNotModified = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))

/** A range counts for GET only, and with `If-Range` only of the very file that it names (RFC 9110, 13.1.5 and 14.2). */
const acceptsRange = ({ method, headers }: FastifyRequest, etag: string): boolean =>
  method === 'GET' && (headers['if-range'] === undefined || headers['if-range'] === etag)
