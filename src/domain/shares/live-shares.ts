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
