import { expect, test } from 'vitest'
import { createInProcessPresence, type LaunchStatus } from '../../src/domain/presence.js'
import { describePresence } from '../support/presence-battery.js'

describePresence('presence of one process', createInProcessPresence)

test('a character is what it is where most goes on; what is shared is what this process has', () => {
  let others: readonly LaunchStatus[] = []
  let shared = (): ReadonlyMap<string, LaunchStatus> => new Map()
  const sessions = createInProcessPresence({
    share: (read) => {
      shared = read
    },
    launchStatuses: () => others,
  })
  const statusBeside = (...given: readonly LaunchStatus[]) => {
    others = given
    return sessions.launchStatus('c1')
  }
  expect(statusBeside()).toBe('stopped')
  expect(statusBeside('stopped', 'starting')).toBe('starting')
  expect(statusBeside('starting', 'running')).toBe('running')
  const place = sessions.enter('c1')
  expect([statusBeside('stopped'), statusBeside('running')]).toEqual(['starting', 'running'])
  expect([...shared()]).toEqual([['c1', 'starting']])
  place.opened(async () => undefined)
  expect(statusBeside('starting')).toBe('running')
  expect([...shared()]).toEqual([['c1', 'running']])
  place.leave()
  expect([...shared()]).toEqual([])
  expect(sessions.count()).toBe(0)
})
