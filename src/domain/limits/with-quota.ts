import type { Quota } from './quota.js'
import { type ReserveQuotaDeps, reserveQuota } from './reserve-quota.js'

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
