import type { RevokedShare, RevokedShares } from '../../contract/shares.js'
import type { Caller } from '../access.js'
import { type FindCharacterDeps, findAccessibleCharacter } from '../characters/access.js'
import type { Clock } from '../clock.js'
import { DomainError, notFound } from '../errors.js'
import type { Leases } from '../leases.js'
import type { ShareRepository } from './ports.js'
import type { ShareRecord } from './record.js'

type ListSharesDeps = FindCharacterDeps & { readonly shares: Pick<ShareRepository, 'list'> }

/** The shares of a character that are not revoked, newest first, expired ones included. */
export async function listShares(
  deps: ListSharesDeps,
  caller: Caller,
  characterId: string,
): Promise<ShareRecord[]> {
  const { id } = await findAccessibleCharacter(deps, caller, characterId)
  return deps.shares.list(id)
}

type RevokeShareDeps = FindCharacterDeps & {
  readonly shares: Pick<ShareRepository, 'find' | 'listOfKey' | 'revoke'>
  readonly liveShares: Pick<Leases, 'revoke'>
  readonly clock: Clock
}

/** Revokes a share with its tokens and live sessions; `not_found` for callers without access to the character. */
export async function revokeShare(deps: RevokeShareDeps, caller: Caller, id: string): Promise<RevokedShare> {
  const share = await deps.shares.find(id)
  if (share === undefined || share.revoked_at !== null) throw notFound('Share')
  await findAccessibleCharacter(deps, caller, share.characterId).catch(asMissingShare)
  return { revoked: true, ...(await endAll(deps, [id])) }
}

/** Revokes all shares of the caller that were created with the key; there may be none. */
export async function revokeSharesOfKey(
  deps: RevokeShareDeps,
  caller: Caller,
  keyId: string,
): Promise<RevokedShares> {
  const ids = (await deps.shares.listOfKey(caller.accountId, keyId)).map(({ id }) => id)
  return { revoked: ids.length, ...(await endAll(deps, ids)) }
}

/** Deletes the tokens first, so that a disconnected guest cannot reconnect. */
async function endAll({ shares, liveShares, clock }: RevokeShareDeps, ids: readonly string[]) {
  const removedSessionBlobs = await shares.revoke(ids, clock.now().toISOString())
  return { killedSessions: await liveShares.revoke(ids), removedSessionBlobs }
}

function asMissingShare(error: unknown): never {
  throw error instanceof DomainError && error.kind === 'not_found' ? notFound('Share') : error
}
