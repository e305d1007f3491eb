import { BoundedError } from '../../contract/bounded-error.js'
import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import { domainError } from '../errors.js'
import type { Lease, Leases } from '../leases.js'
import type { ShareRepository } from './ports.js'

export type AcquireSlotDeps = {
  /** One for each live session of a share, under its id. */
  readonly liveShares: Pick<Leases, 'acquire'>
  readonly shares: Pick<ShareRepository, 'findToken'>
  readonly limits: Pick<Limits, 'sessionsPerShare'>
}

/** A policy refuses an authenticated client, which may try again later (docs/wire-protocol.md, Success and refusal). */
export class SessionRejected extends BoundedError {
  override readonly name = 'SessionRejected'

  constructor(readonly event: ServerEvents['session_rejected']) {
    super(event.reason)
  }
}

/** Held from before the setup of a session until its end; a revocation of the share ends the session. */
type ShareSlot = Pick<Lease, 'onRevoked' | 'release'>

/** For sessions without a share, which are not limited. */
const NO_SLOT: ShareSlot = { onRevoked: () => undefined, release: () => undefined }

/** Acquires a slot of the caller's share. Throws SessionRejected when all are taken. */
export async function acquireShareSlot(
  { liveShares, shares, limits }: AcquireSlotDeps,
  { session }: Pick<Caller, 'session'>,
): Promise<ShareSlot> {
  if (session === undefined) return NO_SLOT
  const cap = limits.sessionsPerShare
  const slot = await liveShares.acquire(session.shareId, cap)
  if (slot === undefined) {
    throw new SessionRejected({ reason: 'concurrent_limit', cap, share_token_id: session.shareId })
  }
  // From now on a revocation ends the session; check for one that came during the authentication.
  if ((await shares.findToken(session.id)) !== undefined) return slot
  slot.release()
  throw domainError('invalidKey')
}
