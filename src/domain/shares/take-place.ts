import { BoundedError } from '../../contract/bounded-error.js'
import { AUTH_ERRORS } from '../../contract/errors.js'
import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import { DomainError } from '../errors.js'
import type { LivePlace, LiveShares } from './live-shares.js'
import type { ShareStore } from './ports.js'

export type TakePlaceDeps = {
  readonly liveShares: Pick<LiveShares, 'enter'>
  readonly shares: Pick<ShareStore, 'findToken'>
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
const NO_PLACE: LivePlace = { opened: () => undefined, leave: () => undefined }

/** A place among the live sessions of the caller's share. Throws SessionRejected when there are as many as may be. */
export async function takePlace(
  { liveShares, shares, limits }: TakePlaceDeps,
  { session }: Pick<Caller, 'session'>,
): Promise<LivePlace> {
  if (session === undefined) return NO_PLACE
  const cap = limits.sessionsPerShare
  const place = liveShares.enter(session.shareId, cap)
  if (place === undefined) {
    throw new SessionRejected({ reason: 'concurrent_limit', cap, share_token_id: session.shareId })
  }
  // From here on a revocation ends the session; it may have come while the token was being looked at.
  if ((await shares.findToken(session.id)) !== undefined) return place
  place.leave()
  throw new DomainError('unauthenticated', AUTH_ERRORS[0])
}
