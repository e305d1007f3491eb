import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { S3Settings } from '../../../src/adapters/object-storage/s3-settings.js'
import { bodyOf } from '../http/request-body.js'
import { refusalOfSignature, sha256 } from './signature.js'

/** `hang`: no answer. `cut` and `cut after`: the connection ends before or after the request has had its effect. `short`: half of the body. */
export type S3Failure =
  | 'hang'
  | 'cut'
  | 'cut after'
  | 'short'
  | { readonly status: number; readonly code?: string; readonly headers?: Readonly<Record<string, string>> }

type Watcher = (moment: 'before' | 'after', request: string) => void

type Options = {
  readonly hasConditions?: boolean
  /** Objects in a page of a listing. */
  readonly pageSize?: number
}

const KEYS = { accessKeyId: 'AKIDSTANDIN', secretAccessKey: 'a/secret+key=of the stand-in' }
const REGION = 'eu-test-1'
const BUCKET = 'parley-files'

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

/**
 * A stand-in for an S3 API with one bucket, on the loopback interface: it verifies signatures and hashes of contents, knows
 * ranges, conditions, copies and pages, and fails as it is told.
 */
export async function startS3Server({ hasConditions = true, pageSize = 3 }: Options = {}) {
  const objects = new Map<string, Buffer>()
  /** Such as `PUT files/…`, in the order in which they came. */
  const requests: string[] = []
  const failures: { readonly failure: S3Failure; readonly method: string | undefined }[] = []
  const watchers = new Set<Watcher>()

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://stand-in')
    const [, bucket = '', ...rest] = url.pathname.split('/')
    const key = rest.join('/')
    const name = `${request.method} ${key === '' ? `?prefix=${url.searchParams.get('prefix')}` : key}`
    requests.push(name)
    const at = failures.findIndex(({ method }) => method === undefined || method === request.method)
    const failure = at < 0 ? undefined : failures.splice(at, 1)[0]?.failure
    const bytes = await bodyOf(request)
    if (bytes === undefined) return
    if (failure === 'hang') return
    if (failure === 'cut') return void request.socket.destroy()
    if (typeof failure === 'object')
      return refuse(response, failure.status, failure.code ?? '', failure.headers)

    const refusal = refusalOfSignature(request, { ...KEYS, region: REGION })
    if (refusal !== undefined)
      return refuse(response, refusal === 'AuthorizationHeaderMalformed' ? 400 : 403, refusal)
    if (sha256(bytes) !== request.headers['x-amz-content-sha256']) {
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    }
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    for (const watch of watchers) watch('before', name)
    const answer = apply({ method: request.method ?? '', key, url, headers: request.headers, bytes })
    for (const watch of watchers) watch('after', name)
    if (failure === 'cut after') return void request.socket.destroy()
    if (typeof answer === 'string') return refuse(response, REFUSALS[answer], answer)
    const body = answer.body ?? Buffer.alloc(0)
    response.writeHead(answer.status, { 'content-length': body.length, ...answer.headers })
    if (failure === 'short') {
      response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
      return undefined
    }
    return void response.end(request.method === 'HEAD' ? undefined : body)
  }

  type Asked = {
    readonly method: string
    readonly key: string
    readonly url: URL
    readonly headers: IncomingMessage['headers']
    readonly bytes: Buffer
  }
  const apply = ({ method, key, url, headers, bytes }: Asked): Answer | keyof typeof REFUSALS => {
    if (key === '') return listing(objects, url.searchParams, pageSize)
    const found = objects.get(key)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (method === 'PUT') {
      const source = headers['x-amz-copy-source']
      const copied = source === undefined ? bytes : objects.get(String(source).replace(`/${BUCKET}/`, ''))
      if (copied === undefined) return 'NoSuchKey'
      if (headers['if-none-match'] !== undefined && !hasConditions) return 'NotImplemented'
      if (headers['if-none-match'] === '*' && found !== undefined) return 'PreconditionFailed'
      objects.set(key, copied)
      return {
        status: 200,
        ...(source !== undefined && { body: Buffer.from('<CopyObjectResult></CopyObjectResult>') }),
      }
    }
    if (found === undefined) return 'NoSuchKey'
    if (method === 'HEAD') return { status: 200, headers: { 'content-length': String(found.length) } }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (start === undefined) return { status: 200, body: found }
    return { status: 206, body: found.subarray(Number(start), Number(end) + 1) }
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  let isOpen = true
  const stop = async () => {
    if (isOpen) await close()
    isOpen = false
  }
  onTestFinished(stop)
  const settings: S3Settings = {
    ...KEYS,
    ...{ bucket: BUCKET, prefix: '', region: REGION, pathStyle: true },
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  return {
    objects,
    requests,
    settings,
    stop,
    /** The next requests, with this method if it is given, fail like this, one after the other. */
    fail: (list: readonly S3Failure[], method?: string) =>
      void failures.push(...list.map((failure) => ({ failure, method }))),
    /** Calls back before and after each request takes effect. */
    watch: (watcher: Watcher) => void watchers.add(watcher),
  }
}

type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: Buffer }

const REFUSALS = {
  NoSuchKey: 404,
  PreconditionFailed: 412,
  NotImplemented: 501,
} as const

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body =
    code === '' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams, pageSize: number): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, pageSize)
  const entries = page.map((key) => {
    const text = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<Contents><Key>${text}</Key><Size>${objects.get(key)?.length}</Size><ETag>&quot;x&quot;</ETag></Contents>`
  })
  const isTruncated = keys.length > page.length
  const token = Buffer.from(page.at(-1) ?? '').toString('base64')
  const body = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${entries.join('')}${
    isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
  }</ListBucketResult>`
  return { status: 200, body: Buffer.from(body) }
}
