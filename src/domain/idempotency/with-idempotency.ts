import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import type { Secrets } from '../random.js'
import type { UnitWrite } from '../unit-of-work.js'
import { canonicalJson } from './canonical-json.js'
import type { IdempotencyStore } from './ports.js'
import type { Json } from './record.js'

export type IdempotencyDeps = {
  readonly idempotency: IdempotencyStore
  readonly clock: Pick<Clock, 'now'>
  readonly secrets: Pick<Secrets, 'hash'>
}

export type IdempotentRequest = {
  readonly accountId: string
  /** Method and path of the route. */
  readonly route: string
  /** `Idempotency-Key`; null: every request is processed. */
  readonly key: string | null
  /** Everything that distinguishes requests: the body, and the headers that change the result. JSON. */
  readonly body: unknown
}

export type IdempotentResult<T extends Json> = {
  readonly value: T
  /** The value is that of an earlier request; no work was done. */
  readonly isReplay: boolean
}

/** What stores the result, for the unit of work that makes it. */
export type ResultWrites<T extends Json> = (value: T) => readonly UnitWrite[]

/**
 * Runs the work once for a key of an account and route, and returns the first result to later requests for 24 hours
 * (docs/rest.md, Limits). The value should be an id and not content, because a purge does not erase it here. Throws a
 * DomainError: `conflict` while the first request is in flight, `unprocessable` for the same key with another body.
 * When the work throws, or the process dies meanwhile, the key can be used again.
 *
 * Consume quotas inside of the work, so that a replay costs nothing. Work that stores a record adds
 * `resultWrites` to its unit of work: then the two are stored together, and no crash separates them.
 */
export async function withIdempotency<T extends Json>(
  { idempotency, clock, secrets }: IdempotencyDeps,
  { accountId, route, key, body }: IdempotentRequest,
  work: (resultWrites: ResultWrites<T>) => Promise<T>,
): Promise<IdempotentResult<T>> {
  if (key === null) return { value: await work(() => []), isReplay: false }

  const id = secrets.hash(`${accountId}\n${route}\n${key}`)
  const fingerprint = secrets.hash(canonicalJson(body))
  const admission = await idempotency.admit({ id, fingerprint, now: clock.now() })
  switch (admission.state) {
    case 'in_flight':
      throw domainError('idempotencyKeyInUse')
    case 'reused':
      throw domainError('idempotencyKeyReused')
    case 'answered':
      // The same route has stored it, so it has this type.
      return { value: admission.value as T, isReplay: true }
    case 'first':
      break
  }
  const { lock } = admission
  try {
    const value = await work((result) => lock.responseWrites(result, clock.now()))
    await lock.storeResponse(value, clock.now())
    return { value, isReplay: false }
  } finally {
    await lock.release()
  }
}
