import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export type S3Keys = { readonly accessKeyId: string; readonly secretAccessKey: string }

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/** The code of S3 for a signature that is not right (Signature Version 4, signing in headers); undefined for one that is. */
export function refusalOfSignature(
  request: IncomingMessage,
  keys: S3Keys & { readonly region: string },
): string | undefined {
  const [, id, day = '', region = '', names = '', signature = ''] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  if (id === undefined) return 'AccessDenied'
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== keys.region) return 'AuthorizationHeaderMalformed'
  const signed = names.split(';')
  // Whoever leaves these out could be made to say something else.
  const required = ['host', 'x-amz-content-sha256', 'x-amz-date']
  const sent = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))
  if (![...required, ...sent].every((name) => signed.includes(name))) return 'SignatureDoesNotMatch'
  const time = String(request.headers['x-amz-date'])
  if (!time.startsWith(day)) return 'SignatureDoesNotMatch'

  const url = new URL(request.url ?? '', 'http://stand-in')
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${keys.secretAccessKey}`, day))
  const isRight = timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
  return isRight ? undefined : 'SignatureDoesNotMatch'
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
