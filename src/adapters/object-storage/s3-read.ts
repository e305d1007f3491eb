import { BlobStoreError } from '../../domain/files/blob-store.js'
import type { ByteRange } from '../../domain/files/ports.js'
import type { S3Client } from './s3-client.js'

/**
 * Streams a range of an object. Where the connection breaks off or a body is too short, it goes on from the byte that was
 * reached, a few times in a row: objects never change.
 */
export async function* readObject(
  client: S3Client,
  key: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = start
  let failures = 0
  let since = client.elapsed()
  while (at <= end) {
    const before = at
    let cause: unknown
    try {
      for await (const piece of await openRange(client, key, { start: at, end })) {
        const rest = piece.length > end - at + 1 ? piece.subarray(0, end - at + 1) : piece
        at += rest.length
        if (rest.length > 0) yield rest
        if (at > end) return
      }
    } catch (error) {
      // `send` has tried as often as it may.
      if (error instanceof BlobStoreError) throw error
      cause = error
    }
    if (at > before) {
      failures = 0
      since = client.elapsed()
    }
    failures += 1
    if (!(await client.waitForAttempt(failures, since))) throw client.explain(cause ?? new Error(TOO_SHORT))
  }
}

const TOO_SHORT = 'an object is shorter than it was said to be'

async function openRange(client: S3Client, key: string, { start, end }: ByteRange) {
  const headers = { range: `bytes=${start}-${end}` }
  const { response, status } = await client.send({ method: 'GET', key, headers, accepts: [404] })
  if (status === 404)
    throw new BlobStoreError('A stored file is no longer in its bucket.', { hint: GONE_HINT })
  if (response.body === null) return []
  // Who knows no ranges sends all of it.
  return status === 206 || start === 0 ? response.body : skip(response.body, start)
}

const GONE_HINT =
  'Only parley may remove objects under its prefix; look for rules of the bucket that make them expire.'

async function* skip(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const piece of body) {
    if (piece.length > left) yield piece.subarray(left)
    left = Math.max(0, left - piece.length)
  }
}
