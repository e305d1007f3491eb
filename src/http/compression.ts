import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, onSendHookHandler } from 'fastify'
import { selectPreferred } from './content-negotiation.js'

/** One record goes as it is: it fits into two or three packets, and most requests ask for one. Lists are worth it. */
const COMPRESS_FROM_BYTES = 4096

const ENCODINGS = ['br', 'gzip'] as const

/** Qualities that take a few milliseconds for a megabyte; the libraries' own aim at files that are packed once. */
const COMPRESSORS: Readonly<Record<(typeof ENCODINGS)[number], (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 4 }),
}

/**
 * Makes the payload smaller when it is large text and the client can read that, off the server's own thread.
 * Without a promise where there is nothing to do: that is on most answers, and each would pay for it.
 */
export const compressLarge: onSendHookHandler<unknown> = (...[request, reply, payload, done]) => {
  if (typeof payload !== 'string' || payload.length < COMPRESS_FROM_BYTES || !isPlainText(reply)) {
    return done(null, payload)
  }
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  const encoding = selectPreferred(String(request.headers['accept-encoding'] ?? ''), ENCODINGS)
  if (encoding === undefined) return done(null, payload)

  reply.header('content-encoding', encoding).removeHeader('content-length')
  return COMPRESSORS[encoding](Buffer.from(payload))
}

const isPlainText = (reply: FastifyReply): boolean =>
  !reply.hasHeader('content-encoding') &&
  /^(?:text\/|application\/json\b)/.test(String(reply.getHeader('content-type') ?? ''))
