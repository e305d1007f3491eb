import { AwsV4Signer } from 'aws4fetch'
import { BoundedError } from '../../contract/bounded-error.js'
import type { Timers } from '../../domain/clock.js'
import { BlobStoreError } from '../../domain/files/blob-store.js'
import type { Fetch } from '../../network/fetch.js'
import { explainRefusal, explainSilence, isTemporary, readCode, type S3Refusal } from './s3-errors.js'
import { objectUrl, type S3Settings } from './s3-settings.js'

export type S3Request = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of the object, with the prefix; empty for the bucket. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Opens the bytes anew for each attempt. */
  readonly body?:
    | { readonly sha256: string; readonly size: number; open(): AsyncIterable<Uint8Array> }
    | undefined
  /** Statuses that are no failure, unless it is the bucket that is missing. */
  readonly accepts?: readonly number[] | undefined
}

/** Of a GET that succeeded, the body is still to be read. */
export type S3Answer = { readonly response: Response; readonly status: number; readonly code: string }

export type S3Client = {
  /** Sends the request, again when that can help. Rejects with a BlobStoreError. */
  send(request: S3Request): Promise<S3Answer>
  /** Waits after the failed attempt 1, 2, …; false when there is to be no other one. */
  waitForAttempt(attempt: number, since: number, retryAfterSeconds?: number): Promise<boolean>
  /** For `since` above. */
  elapsed(): number
  /** The error of an answer that breaks off. */
  explain(cause: unknown): BlobStoreError
}

export type S3ClientDeps = {
  readonly settings: S3Settings
  /** Without redirects. */
  readonly fetch: Fetch
  readonly timers: Pick<Timers, 'sleep' | 'after' | 'elapsed'>
}

const ATTEMPTS = 4
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5000
/** No further attempt begins after this. */
const PATIENCE_MS = 20_000
const HEADERS_MS = 10_000
/** A body takes its time at this rate, beside the wait for the headers. */
const SLOWEST_BYTES_PER_MS = 128
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Signed requests to one bucket, with limits of time and a few attempts. */
export function createS3Client({ settings, fetch, timers }: S3ClientDeps): S3Client {
  const attempt = async (request: S3Request): Promise<S3Answer> => {
    const timeout = startTimeout(timers, request)
    try {
      const response = await fetch(...(await sign(settings, request, timeout.signal)))
      return { response, status: response.status, code: await codeOf(request, response) }
    } catch (error) {
      throw explainSilence(settings, error)
    } finally {
      timeout.stop()
    }
  }
  const waitForAttempt: S3Client['waitForAttempt'] = async (number, since, retryAfterSeconds) => {
    if (number >= ATTEMPTS || timers.elapsed() - since > PATIENCE_MS) return false
    const wait =
      retryAfterSeconds === undefined ? FIRST_WAIT_MS * 2 ** (number - 1) : retryAfterSeconds * 1000
    await timers.sleep(Math.min(wait, LONGEST_WAIT_MS))
    return true
  }

  return {
    waitForAttempt,
    elapsed: timers.elapsed,
    explain: (cause) => explainSilence(settings, cause),
    async send(request) {
      const since = timers.elapsed()
      for (let number = 1; ; number += 1) {
        const answer = await attempt(request).catch((error: unknown) => asFailure(error))
        if (answer instanceof BlobStoreError) {
          if (!(await waitForAttempt(number, since))) throw answer
          continue
        }
        if (isAccepted(request, answer)) return answer
        const refusal = refusalOf(answer)
        if (isTemporary(refusal) && (await waitForAttempt(number, since, refusal.retryAfterSeconds))) continue
        throw explainRefusal(settings, refusal)
      }
    },
  }
}

function asFailure(error: unknown): BlobStoreError {
  if (error instanceof BlobStoreError) return error
  throw error
}

async function sign(
  settings: S3Settings,
  { method, key, query = {}, headers = {}, body }: S3Request,
  signal: AbortSignal,
): Promise<[URL, RequestInit]> {
  const url = objectUrl(settings, key)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { accessKeyId, secretAccessKey, sessionToken, region } = settings
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' },
    ...(sessionToken !== undefined && { sessionToken }),
    headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
  })
  const signed = await signer.sign()
  // Not signed: proxies may change it, and the hash of the bytes tells as much.
  if (body !== undefined) signed.headers.set('content-length', String(body.size))
  // A stream of bytes, which the types of `fetch` do not name.
  const opened = body === undefined ? null : (body.open() as unknown as ReadableStream)
  return [signed.url, { method, headers: signed.headers, body: opened, signal }]
}

function startTimeout(timers: S3ClientDeps['timers'], { body }: S3Request) {
  const controller = new AbortController()
  const limit = HEADERS_MS + (body?.size ?? 0) / SLOWEST_BYTES_PER_MS
  const stop = timers.after(limit, () =>
    controller.abort(new AnswerTimeout(`no answer within ${Math.round(limit / 1000)} s`)),
  )
  return { signal: controller.signal, stop }
}

/** The reason of an abort; `explainSilence` makes it part of a sentence. */
class AnswerTimeout extends BoundedError {}

/** Of the error document of a refusal, or of a copy, which may fail after its headers said otherwise. */
async function codeOf({ method, headers }: S3Request, response: Response): Promise<string> {
  if (method === 'GET' && response.ok) return ''
  // Also read where nothing is expected, so that the connection can be used again.
  const text = await readText(response, ERROR_BYTES)
  return response.ok && headers?.['x-amz-copy-source'] === undefined ? '' : readCode(text)
}

const ERROR_BYTES = 64 * 1024

/** The beginning of an answer, or all of it if it is shorter. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    size += piece.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(pieces).toString('utf8')
}

const isAccepted = ({ accepts = [] }: S3Request, { response, status, code }: S3Answer): boolean =>
  (response.ok && code === '') || (code !== 'NoSuchBucket' && accepts.includes(status))

function refusalOf({ response, status, code }: S3Answer): S3Refusal {
  const after = response.headers.get('retry-after') ?? ''
  return {
    // A copy that failed late was announced as a success.
    ...{ status: response.ok ? 500 : status, code },
    retryAfterSeconds: /^\d{1,5}$/.test(after) ? Number(after) : undefined,
    region: response.headers.get('x-amz-bucket-region') ?? undefined,
  }
}
