import type { Clock } from '../clock.js'
import { DomainError } from '../errors.js'
import type { Quota, QuotaReservation, QuotaStore } from './ports.js'

export type ReserveQuotaDeps = { readonly quotas: QuotaStore; readonly clock: Pick<Clock, 'now'> }

/**
 * Takes all that is claimed, or throws a DomainError of kind `quota` and takes nothing. Its `retryAfterSeconds` is exact:
 * after that many seconds of the clock the same call succeeds, unless others were faster or it claims more than the
 * limit. Who calls this gives the room back when nothing comes of the request; `withQuota` does so by itself.
 */
export async function reserveQuota(
  { quotas, clock }: ReserveQuotaDeps,
  claims: readonly Quota[],
): Promise<QuotaReservation> {
  const now = clock.now()
  const outcome = await quotas.consume(now, claims)
  if ('reservation' in outcome) return outcome.reservation

  const { request: take, retryAt: roomAt } = outcome.refusal
  throw new DomainError('quota', take.detail(outcome.refusal), {
    retryAfterSeconds: Math.max(1, Math.ceil((roomAt.getTime() - now.getTime()) / 1000)),
  })
}

/**
 * Does the work with the room it needs: refused before it begins when there is none (see `reserveQuota`), and counted
 * towards nothing when it throws (docs/rest.md, Limits).
 */
export async function withQuota<T>(
  deps: ReserveQuotaDeps,
  claims: readonly Quota[],
  work: () => Promise<T>,
): Promise<T> {
  const reservation = await reserveQuota(deps, claims)
  try {
    return await work()
  } catch (error) {
    await reservation.release()
    throw error
  }
}
