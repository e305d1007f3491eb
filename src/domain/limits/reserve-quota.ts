import type { Clock } from '../clock.js'
import type { QuotaReservation, QuotaStore } from './ports.js'
import type { Quota } from './quota.js'

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
  throw take.toError(outcome.refusal, {
    retryAfterSeconds: Math.max(1, Math.ceil((roomAt.getTime() - now.getTime()) / 1000)),
  })
}
