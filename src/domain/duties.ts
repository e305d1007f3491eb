/** What only one of several servers of the same records does: what falls due, and what others have left behind. */
export interface Duties {
  /** Calls `begin` once they are this server's, and not again. Where it is known that they are, resolves when it has begun. */
  whenTaken(begin: () => Promise<unknown>): Promise<void>
  /** Calls back, while they are this server's, whenever another one is gone. */
  onGone(tidy: () => Promise<unknown>): void
}

/** Those of the only server. */
export const SOLE_DUTIES: Duties = {
  whenTaken: async (begin) => void (await begin()),
  onGone: () => undefined,
}
