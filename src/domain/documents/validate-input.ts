import { type HeadersProblem, headersProblem } from './check-headers.js'
import { type UrlProblem, urlProblem } from './check-url.js'
import type { PrivateHosts } from './private-hosts.js'

/** One entry of the standard validation array (docs/rest.md, Errors). */
export type InputProblem = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

export type UrlCheck = (url: string) => UrlProblem | undefined

/** Accepts the URLs of this server's own uploads, under any host name. */
export const createUrlCheck =
  (allowed: PrivateHosts, isUpload: (url: string) => boolean = () => false): UrlCheck =>
  (url) =>
    isUpload(url) ? undefined : urlProblem(url, allowed)

/** The problems of a document input that a schema cannot express. Other fields may be invalid, too. */
export function validateDocumentInput(
  check: UrlCheck,
  input: unknown,
  loc: InputProblem['loc'],
): InputProblem[] {
  const { url, type = 'pdf', headers } = fieldsOf(input)
  const problem = (field: string, msg: string | undefined) =>
    msg === undefined ? [] : [{ loc: [...loc, field], msg, type: msg }]
  return [
    ...problem('url', typeof url === 'string' ? check(url) : undefined),
    ...problem('type', typeof type === 'string' && type !== 'pdf' ? 'unsupported_type' : undefined),
    ...problem('headers', validateHeaders(headers)),
  ]
}

const validateHeaders = (headers: unknown): HeadersProblem | undefined =>
  isStringRecord(headers) ? headersProblem(headers) : undefined

/** The fields of an unchecked value; empty when it is not an object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const isStringRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string')
