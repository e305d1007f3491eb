import { expect, test } from 'vitest'
import { createRestarts, FAILED_STARTS_MAX } from '../../../src/runtime/workers/restarts.js'

function given() {
  let now = 0
  const restarts = createRestarts({ elapsed: () => now })
  return {
    restarts,
    live(number: number, ms: number) {
      restarts.ready(number)
      now += ms
      return restarts.ended(number)
    },
  }
}

test('a worker that has lived for long is replaced at once', () => {
  const { live } = given()
  expect([live(1, 10_000), live(1, 60_000)]).toEqual([0, 0])
})

test('one that dies soon after its start is replaced later each time, up to five seconds', () => {
  const { live } = given()
  expect(Array.from({ length: 7 }, () => live(1, 100))).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
  expect(live(1, 10_000)).toBe(0)
  expect(live(1, 100)).toBe(250)
})

test('starts that fail one after the other come to an end', () => {
  const { restarts } = given()
  const waits = Array.from({ length: FAILED_STARTS_MAX }, () => restarts.ended(1))
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, undefined])
})

test('a start that works begins the count anew, and each place has a count of its own', () => {
  const { restarts, live } = given()
  for (let failed = 1; failed < FAILED_STARTS_MAX; failed += 1) restarts.ended(1)
  expect(restarts.ended(2)).toBe(250)
  live(1, 10_000)
  expect(restarts.ended(1)).toBe(250)
})
