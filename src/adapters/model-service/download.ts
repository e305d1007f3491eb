import { MODEL_FILE_BYTES } from '../../contract/limits.js'
import type { Timers } from '../../domain/clock.js'
import { urlProblem } from '../../domain/documents/check-url.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import type { PrivateHosts } from '../../domain/documents/private-hosts.js'
import { ModelServiceError } from '../../domain/generation/model3d/ports.js'
import { type Resolve, resolveBySystem } from '../download/addresses.js'
import { createDownloadDeadline, type DownloadDeadline } from '../download/deadline.js'
import { followRedirects } from '../download/follow-redirects.js'
import type { OriginResponse } from '../download/request.js'

export type DownloadDeps = {
  readonly timers: Pick<Timers, 'after'>
  /** Hosts that are fetched from though they are not public. */
  readonly allowed: PrivateHosts
  readonly resolve?: Resolve
}

/**
 * Fetches a file from where the service says that it is: a public address, asked as documents are, without any key.
 * Throws a ModelServiceError.
 */
export async function download(
  { timers, allowed, resolve = resolveBySystem }: DownloadDeps,
  url: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const deadline = createDownloadDeadline({ timers }, signal)
  try {
    if (urlProblem(url, allowed) !== undefined)
      throw refused('The 3D model service names a file that is not public')
    const answer = await followRedirects({ resolve, allowed }, { url: new URL(url), headers: {} }, deadline)
    return checked(answer, deadline)
  } catch (error) {
    deadline.end()
    signal.throwIfAborted()
    throw asServiceError(error)
  }
}

function checked(answer: OriginResponse, deadline: DownloadDeadline): AsyncIterable<Uint8Array> {
  const { status, header } = answer
  if (status >= 200 && status <= 299 && !(Number(header('content-length')) > MODEL_FILE_BYTES)) {
    return bytesOf(answer, deadline)
  }
  answer.close()
  if (status >= 500)
    throw new ModelServiceError('unreachable', 'The files of the 3D model service cannot be had')
  throw refused('The 3D model service has no such file, or too large a one')
}

async function* bytesOf(
  { body, close }: OriginResponse,
  deadline: DownloadDeadline,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array // no encoding is set
  } catch (error) {
    throw asServiceError(deadline.signal.aborted ? deadline.signal.reason : error)
  } finally {
    deadline.end()
    close()
  }
}

const refused = (message: string) => new ModelServiceError('refused', message)

/** Where nobody may go is final; a connection that fails is not. */
function asServiceError(error: unknown): unknown {
  if (error instanceof ModelServiceError) return error
  if (error instanceof DocumentFailure && error.code === 'fetch_blocked') {
    return new ModelServiceError('refused', 'The 3D model service names a file that is not public', {
      cause: error,
    })
  }
  return new ModelServiceError('unreachable', 'The files of the 3D model service cannot be had', {
    cause: error,
  })
}
