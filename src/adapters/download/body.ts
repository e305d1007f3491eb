import { DOCUMENT_BYTES } from '../../contract/documents.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { decodeBody } from '../../network/to-response.js'
import type { DownloadDeadline } from './deadline.js'
import { connectionFailure, type OriginResponse } from './request.js'

/** Refuses at once what says itself that it is too large. */
export function refuseDeclaredSize({ header }: OriginResponse): void {
  if (Number(header('content-length')) > DOCUMENT_BYTES) throw tooLarge()
}

/** The bytes of the document, counted as they come; nothing is trusted that the origin says of them. */
export async function* readBody(
  answer: OriginResponse,
  deadline: DownloadDeadline,
): AsyncGenerator<Uint8Array, void> {
  try {
    let total = 0
    // We ask for no encoding, yet some origins send one.
    for await (const chunk of decodeBody(answer.body, answer.header('content-encoding'))) {
      total += chunk.length
      if (total > DOCUMENT_BYTES) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : connectionFailure(error)
  } finally {
    deadline.end()
    answer.close()
  }
}

const tooLarge = () =>
  new DocumentFailure('fetch_too_large', `The document is larger than ${DOCUMENT_BYTES / 2 ** 20} MB`)
