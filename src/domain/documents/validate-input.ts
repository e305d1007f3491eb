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

/** Addresses of this server's own uploads are as good as any, whatever host they are written under. */
export const createUrlCheck =
  (allowed: PrivateHosts, isUpload: (url: string) => boolean = () => false): UrlCheck =>
  (url) =>
    isUpload(url) ? undefined : urlProblem(url, allowed)

/** What the schema cannot say of a document input object, whatever else is wrong with it. */
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

/** The fields of whatever somebody sent; none when it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const isStringRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string')
