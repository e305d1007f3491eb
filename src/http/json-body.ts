import { isUtf8 } from 'node:buffer'
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

/** The value of a JSON body; undefined for an empty one, which many clients send with a content type. */
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
