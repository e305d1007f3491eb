import type { Database } from './database.js'
import type { Change } from './table.js'
import type { Tables } from './tables.js'

export type Erasure = {
  /** Makes the changes, and resolves when nothing of what they remove is left on disk. */
  commit(changes: readonly Change[]): Promise<void>
  /** Carries out to the end what a crash has interrupted. For the start only. */
  finish(): Promise<void>
}

type ErasureDeps = {
  readonly database: Database
  readonly tables: Pick<Tables, 'counters'>
  readonly compactNow: () => Promise<void>
}

/** Stands among the counters while something that was removed may still lie on disk. */
const MARK = 'erasures'

export function createErasure({ database, tables: { counters }, compactNow }: ErasureDeps): Erasure {
  let running = 0

  return {
    async commit(changes) {
      if (changes.length === 0) return
      running += 1
      try {
        await database.commit([...changes, counters.put({ id: MARK, value: 1 })])
        await compactNow()
      } finally {
        running -= 1
      }
      // The last one takes the mark away; one that failed leaves it for the next start.
      if (running === 0) await database.commit([counters.remove([MARK])])
    },
    async finish() {
      if (counters.get(MARK) === undefined) return
      await compactNow()
      await database.commit([counters.remove([MARK])])
    },
  }
}
