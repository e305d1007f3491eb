import { parse } from 'content-disposition'
import { DOCUMENT_BYTES } from '../../contract/documents.js'
import type { Timers } from '../../domain/clock.js'
import { urlProblem } from '../../domain/documents/check-url.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import type { DocumentOrigin, DocumentSource, OpenedDocument } from '../../domain/documents/ports.js'
import type { PrivateHosts } from '../../domain/documents/private-hosts.js'
import { decodeBody } from '../../network/to-response.js'
import { blockedFailure, type Resolve, resolveBySystem } from './addresses.js'
import type { OpenSocket } from './connect.js'
import { createDownloadDeadline, type DownloadDeadline } from './deadline.js'
import { followRedirects } from './follow-redirects.js'
import { type ConnectSettings, connectionFailure, type OriginResponse } from './request.js'

type DownloadSettings = {
  readonly timers: Pick<Timers, 'after'>
  /** Hosts that are fetched from though they are not public. */
  readonly allowed: PrivateHosts
  /**
   * Opens what this server holds itself under a URL of its own; undefined for any other. Asked about the URL of a source
   * only, never about one that an origin redirects to.
   */
  readonly local?: (url: string) => Promise<OpenedDocument | undefined>
  readonly resolve?: Resolve
  readonly open?: OpenSocket
}

/**
 * Fetches documents from the public internet (docs/rest.md, Documents). Our `accept-encoding`
 * replaces one among the headers of a source. When `signal` aborts, its reason is thrown.
 */
export function createDocumentOrigin({ timers, local, ...settings }: DownloadSettings): DocumentOrigin {
  const asking: ConnectSettings = {
    allowed: settings.allowed,
    resolve: settings.resolve ?? resolveBySystem,
    open: settings.open,
  }
  return {
    open: async (source, signal) =>
      (await local?.(source.url)) ??
      fetchDocument(asking, source, createDownloadDeadline({ timers }, signal)),
  }
}

async function fetchDocument(
  asking: ConnectSettings,
  { url, headers }: DocumentSource,
  deadline: DownloadDeadline,
): Promise<OpenedDocument> {
  try {
    if (urlProblem(url, asking.allowed) !== undefined)
      throw blockedFailure('The URL of the document is not allowed')
    const answer = await followRedirects(asking, { url: new URL(url), headers }, deadline)
    assertUsable(answer)
    return {
      filename: filenameIn(answer.header('content-disposition')),
      bytes: readBody(answer, deadline),
    }
  } catch (error) {
    deadline.end()
    throw deadline.signal.aborted ? deadline.signal.reason : error
  }
}

/** Throws when this is no answer to read, and lets go of the connection. */
function assertUsable(answer: OriginResponse): void {
  try {
    const { status } = answer
    if (status < 200 || status > 299) {
      throw new DocumentFailure('fetch_http_error', `The origin answered ${status}`, { httpStatus: status })
    }
    refuseDeclaredSize(answer)
  } catch (error) {
    answer.close()
    throw error
  }
}

/** The name in a Content-Disposition (RFC 6266), the one for all alphabets before the plain one. */
const filenameIn = (disposition: string | undefined): string | null =>
  disposition === undefined ? null : (parse(disposition).parameters['filename'] ?? null)

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
