export type InFlightCounts = {
  /** Open sessions. */
  readonly sessions: number
  /** Turns whose reply is not complete. */
  readonly turnsInFlight: number
}

export type InFlightCounter = {
  counts(): InFlightCounts
  /** Counts the work as running until it resolves or rejects. */
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
