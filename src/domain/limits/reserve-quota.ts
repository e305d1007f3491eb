import type { Clock } from '../clock.js'
import type { Quota, QuotaReservation, QuotaStore } from './ports.js'

export type ReserveQuotaDeps = { readonly quotas: QuotaStore; readonly clock: Pick<Clock, 'now'> }

/**
 * Reserves the quotas and runs the work. Throws without running it when one is exhausted (see `reserveQuota`), and
 * releases them when the work throws (docs/rest.md, Limits).
 */
export async function withQuota<T>(
  deps: ReserveQuotaDeps,
  required: readonly Quota[],
  work: () => Promise<T>,
): Promise<T> {
  const reservation = await reserveQuota(deps, required)
  try {
    return await work()
  } catch (error) {
    await reservation.release()
    throw error
  }
}

/**
 * Consumes all required quotas, or throws a DomainError of kind `quota` and consumes none. Its `retryAfterSeconds` is
 * exact: after that many seconds the same call succeeds, unless others consume first or the amount exceeds the limit.
 * The caller releases the reservation when the request fails; `withQuota` does so by itself.
 */
export async function reserveQuota(
  { quotas, clock }: ReserveQuotaDeps,
  required: readonly Quota[],
): Promise<QuotaReservation> {
  const now = clock.now()
  const outcome = await quotas.consume(now, required)
  if ('reservation' in outcome) return outcome.reservation

  const { request, retryAt } = outcome.refusal
  throw request.toError(outcome.refusal, {
    retryAfterSeconds: Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)),
  })
}
