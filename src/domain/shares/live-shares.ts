import { BoundedError } from '../../contract/bounded-error.js'
import { AUTH_ERRORS } from '../../contract/errors.js'
import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import { DomainError } from '../errors.js'
import type { ShareRepository } from './ports.js'

/** One live session's place in its share, held from before it is set up until it is over. */
export interface ShareSlot {
  /** Says how the session is ended; at once, when the share was ended while it was being set up. */
  onEnd(end: () => void): void
  release(): void
}

/** The live sessions of this server that came by a share. */
export interface LiveShares {
  /** Undefined: the share has `cap` live sessions already. */
  acquire(shareId: string, cap: number): ShareSlot | undefined
  /** Ends the sessions of these shares; returns how many that were. */
  endSessions(shareIds: readonly string[]): number
}

type Entry = { isEnded: boolean; end: (() => void) | undefined }

export function createLiveShares(): LiveShares {
  const shares = new Map<string, Set<Entry>>()

  return {
    acquire(shareId, cap) {
      const entries = shares.get(shareId) ?? new Set<Entry>()
      if (entries.size >= cap) return undefined
      const entry: Entry = { isEnded: false, end: undefined }
      shares.set(shareId, entries.add(entry))
      return {
        onEnd: (end) => {
          entry.end = end
          if (entry.isEnded) end()
        },
        release: () => {
          // Leaving twice must not remove the set of those who came in between.
          if (entries.delete(entry) && entries.size === 0) shares.delete(shareId)
        },
      }
    },
    endSessions(shareIds) {
      const ended = shareIds.flatMap((id) => [...(shares.get(id) ?? [])]).filter(({ isEnded }) => !isEnded)
      for (const entry of ended) {
        entry.isEnded = true
        entry.end?.()
      }
      return ended.length
    },
  }
}

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
  throw new DomainError('unauthenticated', AUTH_ERRORS[0])
}
