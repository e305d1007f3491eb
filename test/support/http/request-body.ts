import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What a client has sent; undefined where it has left before the end, as one does that has waited long enough. */
export const bodyOf = (request: IncomingMessage): Promise<Buffer | undefined> =>
  buffer(request).catch(() => undefined)
