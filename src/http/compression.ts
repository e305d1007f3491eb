import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferred } from './negotiation.js'

/** One record goes as it is: it fits into two or three packets, and most requests ask for one. Lists are worth it. */
const COMPRESS_FROM_BYTES = 4096

const ENCODINGS = ['br', 'gzip'] as const

/** Qualities that take a few milliseconds for a megabyte; the libraries' own aim at files that are packed once. */
const COMPRESSORS: Readonly<Record<(typeof ENCODINGS)[number], (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 4 }),
}

/** The payload, smaller when it is large text and the client can read that. Off the server's own thread. */
export async function compressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < COMPRESS_FROM_BYTES) return payload
  if (!isText(reply) || reply.hasHeader('content-encoding')) return payload

  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  const encoding = preferred(String(headers['accept-encoding'] ?? ''), ENCODINGS)
  if (encoding === undefined) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return COMPRESSORS[encoding](Buffer.from(payload))
}

const isText = (reply: FastifyReply): boolean =>
  /^(?:text\/|application\/json\b)/.test(String(reply.getHeader('content-type') ?? ''))
