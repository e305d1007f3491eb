import { expect, test } from 'vitest'
import { createMeter } from '../../../src/domain/operations/meter.js'

test('everything is counted from zero', () => {
  const meter = createMeter()
  expect(meter.read()).toEqual({
    requests: [],
    sessionsOpened: 0,
    turns: { started: 0, failed: 0 },
    messages: { user: 0, assistant: 0 },
    turnStages: [],
  })
  meter.countSession()
  meter.countTurn()
  meter.countTurn()
  meter.countFailedTurn()
  meter.countMessage('user')
  meter.countMessage('assistant')
  meter.countMessage('assistant')
  expect(meter.read()).toMatchObject({
    sessionsOpened: 1,
    turns: { started: 2, failed: 1 },
    messages: { user: 1, assistant: 2 },
  })
})

test('requests are counted by method, route and status', () => {
  const meter = createMeter()
  const get = { method: 'GET', route: '/a', status: 200, seconds: 0.25 }
  for (const request of [get, { ...get, seconds: 0.5 }, { ...get, status: 404 }, { ...get, method: 'PUT' }]) {
    meter.countRequest(request)
  }
  expect(meter.read().requests).toEqual([
    { ...get, count: 2, seconds: 0.75 },
    { ...get, status: 404, count: 1 },
    { ...get, method: 'PUT', count: 1 },
  ])
})

test('a reading does not change with what is counted after it', () => {
  const meter = createMeter()
  const request = { method: 'GET', route: '/a', status: 200, seconds: 1 }
  meter.countRequest(request)
  const before = meter.read()
  meter.countRequest(request)
  meter.countTurn()
  expect(before).toMatchObject({ requests: [{ count: 1 }], turns: { started: 0 } })
})
