import { BoundedError } from '../../contract/bounded-error.js'
import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import { domainError } from '../errors.js'
import type { LiveShares, ShareSlot } from './live-shares.js'
import type { ShareRepository } from './ports.js'

export type AcquireSlotDeps = {
  readonly liveShares: Pick<LiveShares, 'acquire'>
  readonly shares: Pick<ShareRepository, 'findToken'>
  readonly limits: Pick<Limits, 'sessionsPerShare'>
}

/** A policy turns the client away, who is known and may come back later (docs/wire-protocol.md, Success and refusal). */
export class SessionRejected extends BoundedError {
  override readonly name = 'SessionRejected'

  constructor(readonly event: ServerEvents['session_rejected']) {
    super(event.reason)
  }
}

/** Only sessions that came by a share are counted. */
const NO_SLOT: ShareSlot = { onEnd: () => undefined, release: () => undefined }

/** A place among the live sessions of the caller's share. Throws SessionRejected when there are as many as may be. */
export async function acquireShareSlot(
  { liveShares, shares, limits }: AcquireSlotDeps,
  { session }: Pick<Caller, 'session'>,
): Promise<ShareSlot> {
  if (session === undefined) return NO_SLOT
  const cap = limits.sessionsPerShare
  const place = liveShares.acquire(session.shareId, cap)
  if (place === undefined) {
    throw new SessionRejected({ reason: 'concurrent_limit', cap, share_token_id: session.shareId })
  }
  // From here on a revocation ends the session; it may have come while the token was being looked at.
  if ((await shares.findToken(session.id)) !== undefined) return place
  place.release()
  throw domainError('invalidKey')
}
