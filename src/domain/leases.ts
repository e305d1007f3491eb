/** A slot of something that a limited number of holders may have at a time, until it is released or revoked. */
export interface Lease {
  isHeld(): boolean
  /** Calls back when it is revoked; at once when it was. */
  onRevoked(listener: () => void): void
  /** Does nothing for one that is not held any more. */
  release(): void
}

/**
 * Who does what just now. A holder that dies without releasing loses its leases, so that nothing stays taken. The
 * processes that share them see one another's.
 */
export interface Leases {
  /** Undefined when all slots of the name are taken. */
  acquire(name: string, slots?: number): Promise<Lease | undefined>
  /** Revokes all leases of these names and resolves with their number. Their slots are free at once. */
  revoke(names: readonly string[]): Promise<number>
  revokeAll(): Promise<number>
}

type Entry = { isHeld: boolean; isRevoked: boolean; listener: (() => void) | undefined }

/** Those of one process. */
export function createInProcessLeases(): Leases {
  const held = new Map<string, Set<Entry>>()

  const revoke = (names: readonly string[]): number => {
    const revoked = names.flatMap((name) => [...(held.get(name) ?? [])])
    for (const name of names) held.delete(name)
    for (const entry of revoked) {
      entry.isHeld = false
      entry.isRevoked = true
    }
    // A listener may acquire it anew.
    for (const { listener } of revoked) listener?.()
    return revoked.length
  }
  return {
    async acquire(name, slots = 1) {
      const entries = held.get(name) ?? new Set<Entry>()
      if (entries.size >= slots) return undefined
      const entry: Entry = { isHeld: true, isRevoked: false, listener: undefined }
      held.set(name, entries.add(entry))
      return {
        isHeld: () => entry.isHeld,
        onRevoked: (listener) => {
          entry.listener = listener
          if (entry.isRevoked) listener()
        },
        release: () => {
          if (!entry.isHeld) return
          entry.isHeld = false
          if (entries.delete(entry) && entries.size === 0) held.delete(name)
        },
      }
    },
    revoke: async (names) => revoke(names),
    revokeAll: async () => revoke([...held.keys()]),
  }
}
