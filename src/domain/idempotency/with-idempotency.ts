import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import type { Secrets } from '../random.js'
import { canonicalJson } from './canonical-json.js'
import type { IdempotencyStore, Json } from './ports.js'

export type IdempotencyDeps = {
  readonly idempotency: IdempotencyStore
  readonly clock: Pick<Clock, 'now'>
  readonly secrets: Pick<Secrets, 'hash'>
}

export type IdempotentRequest = {
  readonly accountId: string
  /** Method and path of the route. */
  readonly route: string
  /** `Idempotency-Key`; null: every request is answered anew. */
  readonly key: string | null
  /** Whatever makes it another request: the body, and the headers that change what is done. JSON. */
  readonly body: unknown
}

export type IdempotentResult<T extends Json> = {
  readonly value: T
  /** It is what the first request was answered with; nothing was done. */
  readonly isReplay: boolean
}

/**
 * Does the work once for a key of an account and route, and gives later requests the first one's value for 24 hours
 * (docs/rest.md, Limits). The value should name what was made and not repeat it: a purge does not look here. Throws a
 * DomainError: `conflict` while the first is being answered, `unprocessable` for the same key with another body. When
 * the work throws, or the process dies meanwhile, the key is free.
 *
 * Claim room inside of the work, so that a replay counts nothing. Work that stores what it makes calls `note` with its
 * value right before that write, without an await between: a crash after the write leaves the answer there, too.
 */
export async function withIdempotency<T extends Json>(
  { idempotency, clock, secrets }: IdempotencyDeps,
  { accountId, route, key, body }: IdempotentRequest,
  work: (note: (value: T) => void) => Promise<T>,
): Promise<IdempotentResult<T>> {
  if (key === null) return { value: await work(() => undefined), isReplay: false }

  const id = secrets.hash(`${accountId}\n${route}\n${key}`)
  const fingerprint = secrets.hash(canonicalJson(body))
  const admission = await idempotency.admit({ id, fingerprint, now: clock.now() })
  switch (admission.state) {
    case 'in_flight':
      throw domainError('idempotencyKeyInUse')
    case 'reused':
      throw domainError('idempotencyKeyReused')
    case 'answered':
      // The same route has stored it.
      return { value: admission.value as T, isReplay: true }
    case 'first':
      break
  }
  const { lock: hold } = admission
  try {
    const value = await work((noted) => hold.storeWithNextWrite(noted, clock.now()))
    await hold.storeResponse(value, clock.now())
    return { value, isReplay: false }
  } finally {
    await hold.release()
  }
}
