import { createFetch } from '../network/fetch.js'
import { type Client, type ClientSettings, createClient as createAnyClient } from './create-client.js'

export * from './create-client.js'

/** Long lists must fit, but a server must not be able to exhaust the memory of its client. */
const MAX_ANSWER_BYTES = 256 * 2 ** 20

/** `createClient` with a `fetch` for Node.js. */
export const createClient = (settings: ClientSettings): Client =>
  createAnyClient({ fetch: createFetch({ maxBytes: MAX_ANSWER_BYTES }).fetch, ...settings })
