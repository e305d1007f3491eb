import type { FastifyRequest } from 'fastify'
import { LOCAL_SECRET_HEADER } from '../../contract/accounts.js'
import { domainError } from '../../domain/errors.js'
import type { Secrets } from '../../domain/random.js'

type CheckDeps = { readonly secrets: Pick<Secrets, 'hash' | 'timingSafeEqual'>; readonly localSecret: string }

/**
 * Asks for the local secret. An address alone proves nothing: behind a proxy that adds no forwarding header, everybody
 * seems to be at this machine. Hashes are compared, so that the time tells nothing of the secret, nor of its length.
 */
export function createLocalSecretCheck({ secrets, localSecret }: CheckDeps) {
  const expected = secrets.hash(localSecret)
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const sent = headers[LOCAL_SECRET_HEADER.toLowerCase()]
    if (typeof sent === 'string' && secrets.timingSafeEqual(secrets.hash(sent), expected)) return
    throw domainError(sent === undefined ? 'missingLocalSecret' : 'invalidLocalSecret', LOCAL_SECRET_HEADER)
  }
}
