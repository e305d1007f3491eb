import type { RequestCount } from '../../contract/staff.js'
import type { Meter } from './ports.js'

/** Counts in memory, from zero at every start. */
export function createMeter(): Meter {
  // Only routes, methods and statuses tell requests apart, so that there are as many entries as the API has answers.
  const requests = new Map<string, { count: number; seconds: number } & Omit<RequestCount, 'count'>>()
  const messages = { user: 0, assistant: 0 }
  const turns = { started: 0, failed: 0 }
  let sessionsOpened = 0

  return {
    countRequest: ({ method, route, status, seconds }) => {
      const key = `${method} ${status} ${route}`
      const entry = requests.get(key)
      if (entry === undefined) {
        requests.set(key, { method, route, status, count: 1, seconds })
        return
      }
      entry.count += 1
      entry.seconds += seconds
    },
    countSession: () => {
      sessionsOpened += 1
    },
    countTurn: () => {
      turns.started += 1
    },
    countFailedTurn: () => {
      turns.failed += 1
    },
    countMessage: (role) => {
      messages[role] += 1
    },
    read: () => ({
      requests: [...requests.values()].map((entry) => ({ ...entry })),
      sessionsOpened,
      turns: { ...turns },
      messages: { ...messages },
    }),
  }
}
