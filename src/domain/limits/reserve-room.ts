import type { Clock } from '../clock.js'
import { DomainError } from '../errors.js'
import type { Claim } from './claim.js'
import type { QuotaStore, Reservation } from './ports.js'

export type RoomDeps = { readonly quotas: QuotaStore; readonly clock: Pick<Clock, 'now'> }

/**
 * Takes all that is claimed, or throws a DomainError of kind `quota` and takes nothing. Its `retryAfterSeconds` is exact:
 * after that many seconds of the clock the same call succeeds, unless others were faster or it claims more than the
 * limit. Who calls this gives the room back when nothing comes of the request; `withRoom` does so by itself.
 */
export async function reserveRoom(
  { quotas, clock }: RoomDeps,
  claims: readonly Claim[],
): Promise<Reservation> {
  const now = clock.now()
  const outcome = await quotas.take(now, claims)
  if ('reservation' in outcome) return outcome.reservation

  const { take, roomAt } = outcome.refusal
  throw new DomainError('quota', take.detail(outcome.refusal), {
    retryAfterSeconds: Math.max(1, Math.ceil((roomAt.getTime() - now.getTime()) / 1000)),
  })
}
