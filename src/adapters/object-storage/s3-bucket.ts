import { createHash } from 'node:crypto'
import type { Timers } from '../../domain/clock.js'
import { type BlobBucket, BlobStoreError } from '../../domain/files/blob-store.js'
import { singleChunk } from '../../domain/files/single-chunk.js'
import type { Log } from '../../domain/log.js'
import { createFetch } from '../../network/fetch.js'
import { createS3BlobStore } from './s3-blob-store.js'
import { createS3Client, readText, type S3Client } from './s3-client.js'
import { type S3Settings, shownBucket } from './s3-settings.js'

export type S3BucketDeps = {
  readonly settings: S3Settings
  readonly timers: Pick<Timers, 'sleep' | 'after' | 'elapsed'>
  readonly log: Log
}

/** The wait for a connection, and for the next bytes of a body; that for headers is set for each request. */
const LIMITS = { connectMs: 5000, idleMs: 10_000, headersMs: 0, maxBytes: Number.POSITIVE_INFINITY } as const

/** Says whose files are under the prefix. */
const OWNER_OBJECT = 'parley.json'
/** Written and removed at every start, to see whether that is allowed. */
const CHECK_OBJECT = 'parley-check'
const OWNER_BYTES = 4096

/** A bucket behind an S3 API, or what is under a prefix of it. */
export function createS3Bucket(deps: S3BucketDeps): BlobBucket & { close(): Promise<void> } {
  const { settings } = deps
  const shown = shownBucket(settings)
  const { fetch, close } = createFetch({ ...LIMITS, redirect: 'manual' })
  const client = createS3Client({ ...deps, fetch })
  const ownerKey = `${settings.prefix}${OWNER_OBJECT}`

  const readOwner = async (): Promise<string | undefined> => {
    const { response, status } = await client.send({ method: 'GET', key: ownerKey, accepts: [404] })
    if (status === 404) return undefined
    const text = await readText(response, OWNER_BYTES).catch((error: unknown) => {
      throw client.explain(error)
    })
    return ownerIn(text)
  }
  const requireOwner = (found: string | undefined, owner: string | undefined) => {
    if (found === undefined || found === owner) return
    throw new BlobStoreError(`${shown} holds the files of another data folder.`, {
      hint: `Give each its own bucket or prefix. If the other one is gone for good, remove the object ${ownerKey}; files that no record refers to go a day later.`,
    })
  }

  return {
    shown,
    close,
    async check(owner) {
      requireOwner(await readOwner(), owner)
      const key = `${settings.prefix}${CHECK_OBJECT}`
      await client.send({ method: 'PUT', key, body: textBody('parley\n') })
      await client.send({ method: 'DELETE', key })
    },
    async claim(owner) {
      const body = textBody(`${JSON.stringify({ owner })}\n`)
      // 412: it has an owner. 501: a service without conditions.
      const { status } = await put(client, { key: ownerKey, body, accepts: [412, 501] })
      if (status === 412) requireOwner(await readOwner(), owner)
      if (status === 501) {
        requireOwner(await readOwner(), owner)
        await client.send({ method: 'PUT', key: ownerKey, body })
      }
      return createS3BlobStore({ ...deps, fetch })
    },
  }
}

type Put = {
  readonly key: string
  readonly body: ReturnType<typeof textBody>
  readonly accepts: readonly number[]
}

const put = (client: S3Client, request: Put) =>
  client.send({ ...request, method: 'PUT', headers: { 'if-none-match': '*' } })

function textBody(text: string) {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { sha256, size: bytes.length, open: () => singleChunk<Uint8Array>(bytes) }
}

/** Something else in its place is the owner nobody can be. */
function ownerIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const owner = typeof value === 'object' && value !== null && 'owner' in value ? value.owner : undefined
    return typeof owner === 'string' ? owner : ''
  } catch {
    return ''
  }
}
