import type { Claim } from './claim.js'
import { type RoomDeps, reserveRoom } from './reserve-room.js'

/**
 * Does the work with the room it needs: refused before it begins when there is none (see `reserveRoom`), and counted
 * towards nothing when it throws (docs/rest.md, Limits).
 */
export async function withRoom<T>(
  deps: RoomDeps,
  claims: readonly Claim[],
  work: () => Promise<T>,
): Promise<T> {
  const reservation = await reserveRoom(deps, claims)
  try {
    return await work()
  } catch (error) {
    await reservation.giveBack()
    throw error
  }
}
