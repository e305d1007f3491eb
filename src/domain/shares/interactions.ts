import { type UnitOfWork, updateRecord } from '../unit-of-work.js'
import type { ShareRepository } from './ports.js'
import type { ShareRecord } from './record.js'

export type InteractionDeps = UnitOfWork & { readonly shares: Pick<ShareRepository, 'find'> }

/**
 * Counts a chat turn of a share, exactly even with concurrent sessions. Resolves with the cap, without counting, when the
 * redeemers have used all turns together.
 */
export async function countInteraction(
  { shares, transact }: InteractionDeps,
  shareId: string,
): Promise<number | undefined> {
  const limit = (await shares.find(shareId))?.maxInteractions ?? null
  if (limit === null) return undefined
  const counted = await updateRecord({ transact }, { kind: 'shares', id: shareId }, (share) =>
    share.interaction_count < limit ? withInteraction(share) : undefined,
  )
  return counted === undefined ? limit : undefined
}

const withInteraction = (share: ShareRecord): ShareRecord => ({
  ...share,
  interaction_count: share.interaction_count + 1,
})
