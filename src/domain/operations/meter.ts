import type { RequestCount } from '../../contract/staff.js'
import type { Meter } from './ports.js'
import { createStageTimes } from './stage-times.js'

type Entry = { -readonly [Field in keyof RequestCount]: RequestCount[Field] }

/** Counts in memory, from zero at every start. */
export function createMeter(): Meter {
  // By route, method and status alone, so that there are no more entries than the API has answers.
  const requests = new Map<string, Entry[]>()
  const messages = { user: 0, assistant: 0 }
  const turns = { started: 0, failed: 0 }
  const stageTimes = createStageTimes()
  let sessionsOpened = 0

  return {
    countRequest: ({ method, route, status, seconds }) => {
      const entries = requests.get(route) ?? []
      const entry = entries.find((one) => one.status === status && one.method === method)
      if (entry === undefined) {
        requests.set(route, [...entries, { method, route, status, count: 1, seconds }])
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
    measureTurn: stageTimes.add,
    read: () => ({
      requests: [...requests.values()].flat().map((entry) => ({ ...entry })),
      sessionsOpened,
      turns: { ...turns },
      messages: { ...messages },
      turnStages: stageTimes.read(),
    }),
  }
}
