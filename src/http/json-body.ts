import { isUtf8 } from 'node:buffer'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exceedsJsonBounds } from '../contract/json-bounds.js'
import { JSON_BOUNDS } from '../contract/limits.js'
import { domainError } from '../domain/errors.js'
import type { ValidationProblem } from './validation-problems.js'

const invalidJson: ValidationProblem = { loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }
const jsonOutOfBounds: ValidationProblem = {
  loc: ['body'],
  msg: `JSON should be nested ${JSON_BOUNDS.depth} levels deep and hold ${JSON_BOUNDS.values} values at most`,
  type: 'json_invalid',
}

/** Parses a JSON body; undefined for an empty one, which many clients send with a content type. */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw domainError('invalidFields', [invalidJson])
  const text = body.toString('utf8')
  if (exceedsJsonBounds(text, JSON_BOUNDS)) throw domainError('invalidFields', [jsonOutOfBounds])
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw domainError('invalidFields', [invalidJson], { cause })
  }
}

/** Refuses bodies with a content encoding, which are not supported, instead of reporting them as invalid JSON. */
export async function refuseEncodedBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!hasBody(request) || !isEncoded(request.headers['content-encoding'])) return
  reply.header('accept-encoding', 'identity')
  await reply.code(415).send({ detail: 'Unsupported Media Type' })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isEncoded = (codings = ''): boolean =>
  codings.split(',').some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase()))
