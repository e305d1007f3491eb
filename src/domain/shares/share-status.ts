import type { CharacterRepository } from '../characters/ports.js'
import type { Clock } from '../clock.js'
import type { ShareRepository } from './ports.js'
import { isActiveShare } from './record.js'

export type ShareStatusDeps = {
  readonly shares: Pick<ShareRepository, 'find'>
  readonly characters: Pick<CharacterRepository, 'find'>
  readonly clock: Pick<Clock, 'now'>
}

/** `ended`: revoked or expired. A share whose caps are used up is still there: who came before may go on. */
export type ShareStatus = 'there' | 'ended' | 'unknown'

/** How a link stands, for whoever follows it; that counts as no open. */
export async function getShareStatus(
  { shares, characters, clock }: ShareStatusDeps,
  id: string,
): Promise<ShareStatus> {
  const share = await shares.find(id)
  if (share === undefined || (await characters.find(share.characterId)) === undefined) return 'unknown'
  return isActiveShare(share, clock.now()) ? 'there' : 'ended'
}
