import type { Database } from './database.js'
import type { Tables } from './tables.js'
import type { Decision } from './writing.js'

export type Erasure = {
  /** Makes the changes as `decide` of a database does, and resolves when nothing of what they remove is left on disk. */
  decide<T>(decide: () => Decision<T>): Promise<T>
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
    async decide<T>(decide: () => Decision<T>) {
      let isRunning = false
      const marked = (): Decision<T> => {
        const { changes = [], result } = decide()
        if (changes.length === 0) return { result }
        if (!isRunning) running += 1
        isRunning = true
        return { changes: [...changes, counters.put({ id: MARK, value: 1 })], result }
      }
      let result: T
      try {
        result = await database.decide(marked)
        if (isRunning) await compactNow()
      } finally {
        if (isRunning) running -= 1
      }
      // The last one takes the mark away; one that failed leaves it for the next start.
      if (isRunning && running === 0) await database.commit([counters.remove([MARK])])
      return result
    },
    async finish() {
      if (counters.get(MARK) === undefined) return
      await compactNow()
      await database.commit([counters.remove([MARK])])
    },
  }
}
