import type { FileHash } from '../../domain/files/ports.js'
import type { Lease, Leases } from '../../domain/leases.js'

/** Leases that other processes see, too. */
export type VisibleLeases = {
  of(kind: string): Leases
  isHeld(kind: string, name: string): Promise<boolean>
  /** Resolves when nobody holds one of the name. */
  untilFree(kind: string, name: string): Promise<void>
  /** Resolves when all is known here that any process had stored before the call. */
  refresh(): Promise<void>
}

/** Keeps one process from removing a file that another one is just receiving. */
export type SharedHolds = {
  /** Resolves when nobody removes the file, and until `leave` nobody will. */
  enter(sha256: FileHash): Promise<void>
  leave(sha256: FileHash): void
  /** Does the work, unless somebody holds the file, or does it already. */
  removeAlone(sha256: FileHash, remove: () => Promise<void>): Promise<void>
}

const HELD = 'held-files'
const REMOVED = 'removed-files'

/** Both say first what they are about to do, and then look: so one of them sees the other. */
export function createSharedHolds(leases: VisibleLeases): SharedHolds {
  const held = new Map<FileHash, Lease[]>()
  return {
    async enter(sha256) {
      const lease = await leases.of(HELD).acquire(sha256, Number.POSITIVE_INFINITY)
      if (lease !== undefined) held.set(sha256, [...(held.get(sha256) ?? []), lease])
      await leases.untilFree(REMOVED, sha256)
    },
    leave(sha256) {
      for (const lease of held.get(sha256) ?? []) lease.release()
      held.delete(sha256)
    },
    async removeAlone(sha256, remove) {
      const lease = await leases.of(REMOVED).acquire(sha256)
      if (lease === undefined) return
      try {
        if (await leases.isHeld(HELD, sha256)) return
        // Who has let go of it has stored a record that refers to it before.
        await leases.refresh()
        await remove()
      } finally {
        lease.release()
      }
    },
  }
}

/** Where no other process has the files. */
export const NO_OTHER_HOLDS: SharedHolds = {
  enter: async () => undefined,
  leave: () => undefined,
  removeAlone: (_sha256, remove) => remove(),
}
