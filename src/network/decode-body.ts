import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const DECODERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/**
 * A body without its content encoding, decoded as it is read, so that a decompression bomb goes off no further than the
 * reader's limit. An encoding that is not known is left as it is.
 */
export function decodeBody(body: Readable, encoding: string | null | undefined): Readable {
  const decoder = DECODERS.get(encoding?.trim().toLowerCase() ?? '')?.()
  if (decoder === undefined) return body
  decoder.on('error', () => {}) // told to the reader when there is one
  return pipeline(body, decoder, () => {})
}
