import { isUtf8 } from 'node:buffer'
import { DomainError } from '../domain/errors.js'
import type { Problem } from './problems.js'

const invalidJson: Problem = { loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }

/** The value of a JSON body; undefined for an empty one, which many clients send with a content type. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new DomainError('unprocessable', [invalidJson])
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new DomainError('unprocessable', [invalidJson], { cause })
  }
}
