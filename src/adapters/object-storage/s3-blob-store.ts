import type { BlobName, BlobStore, ReceivedFile } from '../../domain/files/blob-store.js'
import { BlobStoreError } from '../../domain/files/blob-store.js'
import type { Log } from '../../domain/log.js'
import { createSemaphore } from '../../domain/semaphore.js'
import { createS3Client, type S3Answer, type S3ClientDeps, type S3Request } from './s3-client.js'
import { listObjects } from './s3-listing.js'
import { readObject } from './s3-read.js'
import { shownBucket } from './s3-settings.js'

export type S3BlobStoreDeps = S3ClientDeps & { readonly log: Log }

/** Requests at a time, beside those whose bodies are being read. */
const REQUESTS_AT_ONCE = 32

/** Blobs as objects of a bucket. */
export function createS3BlobStore({ log, ...deps }: S3BlobStoreDeps): BlobStore {
  const { settings } = deps
  const shown = shownBucket(settings)
  const health = createHealth(log, shown)
  const client = createS3Client(deps)
  const slots = createSemaphore(REQUESTS_AT_ONCE)
  const send = (request: S3Request): Promise<S3Answer> =>
    slots.run(() => health.follow(() => client.send(request)))
  const keyOf = (name: string) => `${settings.prefix}${name}`

  const size = async (name: BlobName): Promise<number | undefined> => {
    const { response, status } = await send({ method: 'HEAD', key: keyOf(name), accepts: [404] })
    return status === 404 ? undefined : Number(response.headers.get('content-length') ?? Number.NaN)
  }
  const put = (name: BlobName, { sha256, size, read }: ReceivedFile, condition?: 'if-none-match') =>
    send({
      method: 'PUT',
      key: keyOf(name),
      headers: { ...OPAQUE, ...(condition !== undefined && { [condition]: '*' }) },
      body: { sha256, size, open: read },
      // 412: it is there already. 501: a service without conditions.
      accepts: condition === undefined ? [] : [412, 501],
    })

  return {
    shown,
    async add(name, file) {
      const { status } = await put(name, file, 'if-none-match')
      if (status === 501 || (status === 412 && (await size(name)) !== file.size)) await put(name, file)
    },
    size,
    read: (name, range) => health.followStream(readObject(client, keyOf(name), range)),
    async move(from, to) {
      const source = `/${settings.bucket}/${keyOf(from)}`
      const headers = { 'x-amz-copy-source': source }
      const { status } = await send({ method: 'PUT', key: keyOf(to), headers, accepts: [404] })
      if (status === 404) return false
      await send({ method: 'DELETE', key: keyOf(from), accepts: [404] })
      return true
    },
    async remove(name) {
      await send({ method: 'DELETE', key: keyOf(name), accepts: [404] })
    },
    async *list(folder) {
      for await (const { key, size } of health.followStream(listObjects(client, keyOf(`${folder}/`)))) {
        const name = key.slice(settings.prefix.length)
        if (isBlobName(name)) yield { name, size }
      }
    },
    failure: health.failure,
  }
}

/** Whoever gets at an object by a way of their own is not shown a page. */
const OPAQUE = { 'content-type': 'application/octet-stream' }

const isBlobName = (name: string): name is BlobName =>
  /^(?:files|trash\/\d{8}T\d{6}Z)\/[0-9a-f]{64}$/.test(name)

/** Knows whether the last operation failed, and logs when that changes. */
function createHealth(log: Log, bucket: string) {
  let failure: string | null = null
  const succeed = () => {
    if (failure !== null) log.warn('The bucket of files can be used again', { bucket })
    failure = null
  }
  const fail = (error: unknown): never => {
    if (error instanceof BlobStoreError) {
      if (failure === null) log.error('The bucket of files fails', { bucket, error, hint: error.hint })
      failure = error.message
    }
    throw error
  }
  return {
    failure: () => failure,
    async follow<T>(work: () => Promise<T>): Promise<T> {
      const done = await work().catch(fail)
      succeed()
      return done
    },
    async *followStream<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
      try {
        yield* items
        succeed()
      } catch (error) {
        fail(error)
      }
    },
  }
}
