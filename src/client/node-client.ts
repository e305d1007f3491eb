import { createFetch } from '../network/fetch.js'
import { type Client, type ClientSettings, createClient as createAnyClient } from './create-client.js'

export * from './create-client.js'

/** Bytes of an answer: lists of everything may be long, but no server may fill the memory of its client. */
const MAX_ANSWER_BYTES = 256 * 2 ** 20

/** A client of the service, the local or the hosted one. */
export const createClient = (settings: ClientSettings): Client =>
  createAnyClient({ fetch: createFetch({ maxBytes: MAX_ANSWER_BYTES }).fetch, ...settings })
