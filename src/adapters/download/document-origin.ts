import { parse } from 'content-disposition'
import type { Timers } from '../../domain/clock.js'
import { urlProblem } from '../../domain/documents/check-url.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import type { DocumentOrigin, DocumentSource, OpenedDocument } from '../../domain/documents/ports.js'
import type { PrivateHosts } from '../../domain/documents/private-hosts.js'
import { blockedFailure, type Resolve, resolveBySystem } from './addresses.js'
import { readBody, refuseDeclaredSize } from './body.js'
import type { OpenSocket } from './connect.js'
import { createDownloadDeadline, type DownloadDeadline } from './deadline.js'
import { followRedirects } from './follow-redirects.js'
import type { ConnectSettings, OriginResponse } from './request.js'

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
