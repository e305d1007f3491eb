import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, onSendHookHandler } from 'fastify'

/**
 * The offer that an `Accept` or `Accept-Encoding` header prefers, the first of equals (RFC 9110, 12.4.2). Undefined when
 * the header accepts none.
 */
export function selectPreferred<const Offer extends string>(
  header: string,
  offered: readonly Offer[],
): Offer | undefined {
  const accepted = header.toLowerCase().split(',').map(parseAcceptedRange)
  let best: { readonly offer: Offer; readonly weight: number } | undefined
  for (const offer of offered) {
    const weight = qualityOf(offer, accepted)
    if (weight > (best?.weight ?? 0)) best = { offer, weight }
  }
  return best?.offer
}

type AcceptedRange = { readonly range: string; readonly weight: number }

function parseAcceptedRange(text: string): AcceptedRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { range, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0 }
}

/** The most specific range counts: `text/plain` before `text/*` before anything. */
function qualityOf(offer: string, accepted: readonly AcceptedRange[]): number {
  const ranges = [offer, offer.replace(/\/.*/s, '/*'), '*/*', '*']
  const match = ranges.map((range) => accepted.find((one) => one.range === range)).find(Boolean)
  return match?.weight ?? 0
}

/** Smaller bodies, such as a single record, fit into a few packets and are not worth compressing. */
const COMPRESS_FROM_BYTES = 4096

const ENCODINGS = ['br', 'gzip'] as const

/** Qualities that take a few milliseconds per megabyte; the defaults suit files that are compressed once. */
const COMPRESSORS: Readonly<Record<(typeof ENCODINGS)[number], (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 4 }),
}

/**
 * Compresses large text, off the main thread, if the client accepts that. Calls `done` instead of returning a promise
 * when there is nothing to compress, because most responses would pay for the promise.
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
