import { expect, test } from 'vitest'
import { createInProcessPresence, type LaunchStatus } from '../../../../src/domain/presence.js'
import { createConnected } from '../../../../src/store/postgres/members/connected.js'

/** Counts how often somebody goes through it. */
class CountedMap extends Map<string, LaunchStatus> {
  count = 0
  override [Symbol.iterator]() {
    this.count += 1
    return super[Symbol.iterator]()
  }
}

test('a beat goes through the characters of a process only when something of them has changed', () => {
  const connected = createConnected()
  const statuses = new CountedMap([['c1', 'running']])
  let current = statuses
  connected.elsewhere.share(() => current)
  const beat = () => {
    const assignment = connected.assignment()
    connected.receive([])
    return assignment
  }
  expect(beat()).toMatch(/^, connected = '[\w+/=]+'$/)
  for (let count = 0; count < 10; count += 1) expect(beat()).toBe('')
  expect(statuses.count).toBe(1)

  current = new CountedMap()
  expect(beat()).toBe(", connected = ''")
  expect(beat()).toBe('')
})

test('what was sent in a beat that nobody answered is sent again', () => {
  const connected = createConnected()
  const statuses = new Map<string, LaunchStatus>([['c1', 'running']])
  connected.elsewhere.share(() => statuses)
  const sent = connected.assignment()
  expect(sent).not.toBe('')
  expect(connected.assignment()).toBe(sent)
  connected.receive([])
  expect(connected.assignment()).toBe('')
})

test('a process shows the same characters until one of them starts, runs or stops', () => {
  let read: () => ReadonlyMap<string, LaunchStatus> = () => new Map()
  const share = (given: typeof read) => {
    read = given
  }
  const presence = createInProcessPresence({ share, launchStatuses: () => [] })
  const seen: ReadonlyMap<string, LaunchStatus>[] = []
  const look = () => {
    const isSame = seen.at(-1) === read()
    seen.push(read())
    return isSame ? 'the same' : Object.fromEntries(read())
  }
  look()
  const first = presence.enter('c1')
  expect(look()).toEqual({ c1: 'starting' })
  first.opened(async () => undefined)
  expect(look()).toEqual({ c1: 'running' })
  const second = presence.enter('c1')
  expect(look()).toBe('the same')
  second.opened(async () => undefined)
  expect(look()).toBe('the same')
  first.leave()
  expect(look()).toBe('the same')
  second.leave()
  expect(look()).toEqual({})
  second.leave()
  expect(look()).toBe('the same')
  // What was shown before does not change under whoever has it.
  expect(seen.map((one) => one.size)).toEqual([0, 1, 1, 1, 1, 1, 0, 0])
})
