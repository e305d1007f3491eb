import { expect, test } from 'vitest'
import { addDuration, adjustClock } from '../../../src/domain/control/adjust-clock.js'
import type { ClockAdjustment } from '../../../src/domain/control/ports.js'

test.each([
  ['P1W', '2030-02-07T10:00:00.000Z'],
  ['P1D', '2030-02-01T10:00:00.000Z'],
  ['PT36H', '2030-02-01T22:00:00.000Z'],
  ['PT1H30M', '2030-01-31T11:30:00.000Z'],
  ['PT90S', '2030-01-31T10:01:30.000Z'],
  ['PT0.25S', '2030-01-31T10:00:00.250Z'],
  ['PT1,005S', '2030-01-31T10:00:01.005Z'],
  ['P1W1DT1M', '2030-02-08T10:01:00.000Z'],
  ['PT0S', '2030-01-31T10:00:00.000Z'],
])('%s is exact', (duration, expected) => {
  expect(addDuration(new Date('2030-01-31T10:00:00Z'), duration)?.toISOString()).toBe(expected)
})

test.each([
  ['2030-01-31T10:00:00Z', 'P1M', '2030-02-28T10:00:00.000Z'],
  ['2031-12-31T10:00:00Z', 'P2M', '2032-02-29T10:00:00.000Z'],
  ['2032-02-29T10:00:00Z', 'P1Y', '2033-02-28T10:00:00.000Z'],
  ['2030-01-31T10:00:00Z', 'P1Y2M3DT4H', '2031-04-03T14:00:00.000Z'],
  ['2030-01-15T10:00:00Z', 'P13M', '2031-02-15T10:00:00.000Z'],
])('from %s, %s goes by the calendar in UTC', (start, duration, expected) => {
  expect(addDuration(new Date(start), duration)?.toISOString()).toBe(expected)
})

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  '1D',
  'P-1D',
  '-P1D',
  'P1H',
  'P1S',
  'PT1D',
  'PT1.5H',
  'P1D1W',
  'p1d',
  'PT1S ',
])('"%s" is no duration', (text) => {
  expect(addDuration(new Date('2030-01-31T10:00:00Z'), text)).toBeUndefined()
})

function given() {
  const adjustments: ClockAdjustment[] = []
  let shown = new Date('2030-01-31T10:00:00.000Z')
  let isFrozen = false
  const clock = {
    now: () => shown,
    isFrozen: () => isFrozen,
    schedule: () => () => {},
    adjust: async (adjustment: ClockAdjustment) => {
      adjustments.push(adjustment)
      shown = new Date((adjustment.set ?? shown).getTime() + (adjustment.advance ?? 0))
      isFrozen = adjustment.frozen ?? isFrozen
    },
  }
  return { deps: { clock }, adjustments }
}

test('advancing returns the new state of the clock', async () => {
  const { deps, adjustments } = given()
  expect(await adjustClock(deps, { advance: 'P1M' })).toEqual({
    now: '2030-02-28T10:00:00.000Z',
    frozen: false,
  })
  expect(adjustments).toEqual([{ advance: 28 * 86_400_000 }])
})

test('set and advance together advance from the moment set', async () => {
  const { deps } = given()
  const state = await adjustClock(deps, { set: '2032-02-28T00:00:00+01:00', advance: 'P1D', frozen: true })
  expect(state).toEqual({ now: '2032-02-28T23:00:00.000Z', frozen: true })
})

test('freezing alone does not change the time', async () => {
  const { deps, adjustments } = given()
  expect(await adjustClock(deps, { frozen: true })).toEqual({ now: '2030-01-31T10:00:00.000Z', frozen: true })
  expect(adjustments).toEqual([{ frozen: true }])
})

test.each([
  ['set', '2030-02-30T25:00:00Z'],
  ['set', '2030-01-01T23:59:60Z'],
  ['set', '1969-12-31T23:59:59Z'],
  ['set', '+010000-01-01T00:00:00Z'],
  ['advance', 'P8000Y'],
  ['advance', 'P999999999Y'],
  ['advance', 'P999999999W'],
] as const)('a %s of %s is refused with its place, and the clock stays', async (field, value) => {
  const { deps, adjustments } = given()
  await expect(adjustClock(deps, { [field]: value })).rejects.toMatchObject({
    kind: 'unprocessable',
    detail: [
      {
        loc: ['body', field],
        msg: 'Input should lead to a moment in the years 1970 to 9999',
        type: 'value_error',
      },
    ],
  })
  expect(adjustments).toEqual([])
})

test('an advance that is no duration is refused with its place, and the clock stays', async () => {
  const { deps, adjustments } = given()
  await expect(adjustClock(deps, { advance: 'tomorrow' })).rejects.toMatchObject({
    kind: 'unprocessable',
    detail: [{ loc: ['body', 'advance'], msg: 'Input should be a valid duration', type: 'value_error' }],
  })
  expect(adjustments).toEqual([])
})
