import { BoundedError } from '../../contract/bounded-error.js'
import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import { domainError } from '../errors.js'
import type { ShareRepository } from './ports.js'

/** A slot of a share for one live session, held from before its setup until its end. */
export interface ShareSlot {
  /** Sets how to end the session; called at once when the share was ended during the setup. */
  onEnd(end: () => void): void
  release(): void
}

/** The live sessions of this server that use a share. */
export interface LiveShares {
  /** Undefined when the share has `cap` live sessions already. */
  acquire(shareId: string, cap: number): ShareSlot | undefined
  /** Ends the sessions of these shares and returns their number. */
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
          // A second release must not remove a set with newer sessions.
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

/** A policy refuses an authenticated client, which may try again later (docs/wire-protocol.md, Success and refusal). */
export class SessionRejected extends BoundedError {
  override readonly name = 'SessionRejected'

  constructor(readonly event: ServerEvents['session_rejected']) {
    super(event.reason)
  }
}

/** For sessions without a share, which are not limited. */
const NO_SLOT: ShareSlot = { onEnd: () => undefined, release: () => undefined }

/** Acquires a slot of the caller's share. Throws SessionRejected when all are taken. */
export async function acquireShareSlot(
  { liveShares, shares, limits }: AcquireSlotDeps,
  { session }: Pick<Caller, 'session'>,
): Promise<ShareSlot> {
  if (session === undefined) return NO_SLOT
  const cap = limits.sessionsPerShare
  const slot = liveShares.acquire(session.shareId, cap)
  if (slot === undefined) {
    throw new SessionRejected({ reason: 'concurrent_limit', cap, share_token_id: session.shareId })
  }
  // From now on a revocation ends the session; check for one that came during the authentication.
  if ((await shares.findToken(session.id)) !== undefined) return slot
  slot.release()
  throw domainError('invalidKey')
}
