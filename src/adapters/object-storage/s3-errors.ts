import { BlobStoreError } from '../../domain/files/blob-store.js'
import { type S3Settings, shownBucket } from './s3-settings.js'

/** What an answer that is a refusal says, without what it repeats of the request. */
export type S3Refusal = {
  readonly status: number
  /** The service's own code, such as `NoSuchBucket`; empty when it has none. */
  readonly code: string
  readonly retryAfterSeconds?: number | undefined
  /** Where the bucket is, if it is elsewhere. */
  readonly region?: string | undefined
}

const BODY_CHARACTERS = 64 * 1024

/** The code within an error document; of its message nothing is kept, because it may repeat parts of the request. */
export function readCode(body: string): string {
  const document = body.slice(0, BODY_CHARACTERS)
  const start = document.indexOf('<Error>')
  const from = document.indexOf('<Code>', Math.max(start, 0))
  const to = from < 0 ? -1 : document.indexOf('</Code>', from)
  const code = start < 0 || to < 0 ? '' : document.slice(from + '<Code>'.length, to)
  return /^[A-Za-z0-9]{1,64}$/.test(code) ? code : ''
}

/** Worth another attempt: the service is busy, or had a failure of its own. */
export const isTemporary = ({ status, code }: S3Refusal): boolean =>
  [429, 500, 502, 503, 504].includes(status) || TEMPORARY_CODES.has(code)

const TEMPORARY_CODES = new Set([
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
  'OperationAborted',
  'ConditionalRequestConflict',
])

/** The error of an answer that refuses what was asked. */
export function explainRefusal(settings: S3Settings, refusal: S3Refusal): BlobStoreError {
  const bucket = `The bucket ${shownBucket(settings)}`
  const fact = `HTTP ${refusal.status}${refusal.code === '' ? '' : ` ${refusal.code}`}`
  const because = (sentence: string, hint: string) => new BlobStoreError(`${sentence} (${fact}).`, { hint })
  const { status, code, retryAfterSeconds } = refusal
  const found = EXPLANATIONS[code]
  if (found !== undefined) return because(`${bucket} ${found.text}`, found.hint)
  if (REGION_CODES.has(code) || (status >= 300 && status < 400)) {
    const where = refusal.region === undefined ? '' : `: it is in ${refusal.region}`
    return because(`${bucket} is not in the region ${settings.region}${where}`, REGION_HINT)
  }
  if (status === 507 || code === 'XMinioStorageFull') {
    return new BlobStoreError(`${bucket} has no room left (${fact}).`, {
      hint: 'Make room behind it, or raise its quota.',
      isFull: true,
    })
  }
  if (isTemporary(refusal)) {
    return new BlobStoreError(`${bucket} does not take more requests now (${fact}).`, {
      hint: 'Try again later; look at the state of the service behind it if this lasts.',
      retryAfterSeconds: retryAfterSeconds ?? 5,
    })
  }
  if (status === 401 || status === 403) return because(`${bucket} refuses access`, ACCESS_HINT)
  return because(`${bucket} refuses what parley asks`, 'Look whether the endpoint is that of an S3 API.')
}

const ACCESS_HINT =
  'Allow the access key s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject in it.'
const REGION_HINT = 'Set AWS_REGION, or blobs.region in the configuration file.'
const REGION_CODES = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'IllegalLocationConstraintException',
])
const KEY_HINT = 'Look at AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or at blobs in the configuration file.'

const EXPLANATIONS: Readonly<Record<string, { readonly text: string; readonly hint: string } | undefined>> = {
  NoSuchBucket: { text: 'does not exist', hint: 'Create it, or correct --blobs or the endpoint.' },
  InvalidAccessKeyId: { text: 'does not know the access key', hint: KEY_HINT },
  SignatureDoesNotMatch: { text: 'refuses the signature: the secret key is another one', hint: KEY_HINT },
  ExpiredToken: {
    text: 'refuses the session token: it has expired',
    hint: 'Renew AWS_SESSION_TOKEN and its keys.',
  },
  InvalidToken: { text: 'refuses the session token', hint: 'Renew AWS_SESSION_TOKEN and its keys.' },
  RequestTimeTooSkewed: {
    text: 'refuses the time of the request',
    hint: 'Set the clock of this machine; --clock does not change it.',
  },
  AccessDenied: { text: 'refuses access', hint: ACCESS_HINT },
}

/** The error of a connection that could not be made, broke off, or was silent. */
export function explainSilence(settings: S3Settings, cause: unknown): BlobStoreError {
  if (cause instanceof BlobStoreError) return cause
  return new BlobStoreError(`The bucket ${shownBucket(settings)} cannot be reached: ${reasonOf(cause)}.`, {
    hint: 'Look whether its service runs, and whether AWS_ENDPOINT_URL_S3, or blobs.endpoint in the configuration file, leads there.',
    retryAfterSeconds: 5,
    cause,
  })
}

const DEPTH = 5

/** The innermost reason: those around it say only that fetching failed. */
function reasonOf(error: unknown): string {
  let found = error
  for (let depth = 0; depth < DEPTH && found instanceof Error && found.cause !== undefined; depth += 1) {
    found = found.cause
  }
  const first: unknown = found instanceof AggregateError ? found.errors[0] : found
  return first instanceof Error ? first.message : String(first)
}
