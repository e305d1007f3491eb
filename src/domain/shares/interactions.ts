import type { ShareRepository } from './ports.js'
import type { ShareRecord } from './record.js'

export type InteractionDeps = { readonly shares: Pick<ShareRepository, 'find' | 'update'> }

/**
 * Counts a chat turn of a share, exactly, whoever else talks at the same time. Resolves with the cap when all turns of
 * all redeemers are used up; nothing is counted then.
 */
export async function countInteraction(
  { shares }: InteractionDeps,
  shareId: string,
): Promise<number | undefined> {
  const limit = (await shares.find(shareId))?.maxInteractions ?? null
  if (limit === null) return undefined
  const counted = await shares.update(shareId, (share) =>
    share.interaction_count < limit ? next(share) : undefined,
  )
  return counted === undefined ? limit : undefined
}

const next = (share: ShareRecord): ShareRecord => ({
  ...share,
  interaction_count: share.interaction_count + 1,
})
