import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { DOCUMENT_BYTES } from '../../contract/documents.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { type Answer, connectionFailure } from './ask.js'
import type { Deadline } from './deadline.js'

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Refuses at once what says itself that it is too large. */
export function refuseDeclaredSize({ header }: Answer): void {
  if (Number(header('content-length')) > DOCUMENT_BYTES) throw tooLarge()
}

/** The bytes of the document, counted as they come; nothing is trusted that the origin says of them. */
export async function* readBody(answer: Answer, deadline: Deadline): AsyncGenerator<Uint8Array, void> {
  try {
    let total = 0
    for await (const chunk of decoded(answer)) {
      total += chunk.length
      if (total > DOCUMENT_BYTES) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : connectionFailure(error)
  } finally {
    deadline.end()
    await answer.close()
  }
}

/**
 * We ask for no encoding, yet some origins send one. It is undone as it comes, so that a bomb goes off no further than
 * the limit; one that we do not know is left for the reader of the document to refuse.
 */
function decoded({ body, header }: Answer): AsyncIterable<Uint8Array> {
  const decoder = DECODERS[header('content-encoding')?.trim().toLowerCase() ?? '']?.()
  return decoder === undefined ? body : pipeline(body, decoder, () => {})
}

const tooLarge = () =>
  new DocumentFailure('fetch_too_large', `The document is larger than ${DOCUMENT_BYTES / 2 ** 20} MB`)
