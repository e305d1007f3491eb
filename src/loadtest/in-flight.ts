export type InFlightCounts = {
  /** Sessions that are open. */
  readonly sessions: number
  /** Turns whose reply has not ended. */
  readonly turnsInFlight: number
}

/** What is running at this moment. */
export type InFlightCounter = {
  counts(): InFlightCounts
  /** Counts the work as running until it ends, however it ends. */
  track<T>(kind: keyof InFlightCounts, work: () => Promise<T>): Promise<T>
}

export function createInFlightCounter(): InFlightCounter {
  const running = { sessions: 0, turnsInFlight: 0 }
  return {
    counts: () => ({ ...running }),
    async track(kind, work) {
      running[kind] += 1
      try {
        return await work()
      } finally {
        running[kind] -= 1
      }
    },
  }
}

export const sumInFlight = (all: readonly InFlightCounts[]): InFlightCounts => ({
  sessions: all.reduce((sum, { sessions }) => sum + sessions, 0),
  turnsInFlight: all.reduce((sum, { turnsInFlight }) => sum + turnsInFlight, 0),
})
