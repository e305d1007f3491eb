export type ActivityCounts = {
  /** Sessions that are open. */
  readonly sessions: number
  /** Turns whose reply has not ended. */
  readonly turnsInFlight: number
}

/** What is running at this moment. */
export type Activity = {
  counts(): ActivityCounts
  /** Counts the work as running until it ends, however it ends. */
  during<T>(kind: keyof ActivityCounts, work: () => Promise<T>): Promise<T>
}

export function createActivity(): Activity {
  const running = { sessions: 0, turnsInFlight: 0 }
  return {
    counts: () => ({ ...running }),
    async during(kind, work) {
      running[kind] += 1
      try {
        return await work()
      } finally {
        running[kind] -= 1
      }
    },
  }
}

export const sumOfCounts = (all: readonly ActivityCounts[]): ActivityCounts => ({
  sessions: all.reduce((sum, { sessions }) => sum + sessions, 0),
  turnsInFlight: all.reduce((sum, { turnsInFlight }) => sum + turnsInFlight, 0),
})
