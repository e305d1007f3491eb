import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import type { MemoryType } from '../../../../src/contract/memories.js'
import {
  initialStability,
  isPromotedByUse,
  isPutOff,
  moveToLayer,
  nextTransition,
  retrievability,
  retrievabilityAfter,
  strengthened,
} from '../../../../src/domain/memories/decay/forgetting-curve.js'
import { aMemory, at } from '../../../support/stores/store-records.js'

const DAY = 86_400_000
const day = (days: number) => new Date(Date.parse(at(0)) + days * DAY)
const home = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }

test.each([
  ['stm', 0, 'fact', 0.5],
  ['stm', 1, 'fact', 1.5],
  ['ltm', 0.5, 'fact', 30],
  ['stm', 0.5, 'emotional_state', 0.3],
  ['stm', 0.5, 'spatial_change', 0.5],
  ['stm', 0.5, 'relationship', 2],
  ['ltm', 0.5, 'correction', 60],
] as const)('a %s of importance %d that is a %s begins with a stability of %d days', (...row) => {
  const [memoryLayer, importance, memoryType, days] = row
  expect(initialStability({ memoryLayer, importance, memoryType: memoryType as MemoryType })).toBeCloseTo(
    days,
  )
})

test('after as many days as it is stable, nine tenths are left', () => {
  expect(retrievabilityAfter(0, 7)).toBe(1)
  expect(retrievabilityAfter(7, 7)).toBeCloseTo(0.9, 10)
  expect(retrievabilityAfter(-3, 7)).toBe(1)
})

test('a core fact does not fade', () => {
  expect(retrievability(aMemory(), day(100))).toBeLessThan(0.35)
  expect(retrievability(aMemory({ slot: home }), day(100))).toBe(1)
  expect(nextTransition(aMemory({ slot: home }))).toBeUndefined()
})

test.each([
  ['stm', 'decayed', 0.35],
  ['ltm', 'demoted', 0.5],
] as const)('a %s is %s at the very millisecond at which R falls below %d', (memoryLayer, kind, bound) => {
  const memory = aMemory({ memoryLayer })
  const turn = nextTransition(memory)
  expect(turn?.kind).toBe(kind)
  const when = turn?.at ?? 0
  expect(retrievability(memory, new Date(when))).toBeLessThan(bound)
  expect(retrievability(memory, new Date(when - 2))).toBeGreaterThanOrEqual(bound)
})

test.each(['superseded', 'decayed', 'deleted', 'quarantined'] as const)(
  'time changes nothing about what is %s',
  (status) => {
    expect(nextTransition(aMemory({ status }))).toBeUndefined()
  },
)

test('use makes a memory stabler, the more the more it had faded', () => {
  const used = (days: number) => strengthened(aMemory(), day(days), { isRestated: false })
  expect(used(0).stability).toBe(1)
  expect(used(2).stability).toBeGreaterThan(used(1).stability)
  expect(used(2)).toMatchObject({ lastUsedAt: day(2).toISOString(), memoryLayer: 'stm' })
})

test('use on two different days makes it long-term, twice on one day does not', () => {
  const once = { ...aMemory(), ...strengthened(aMemory(), day(0), { isRestated: false }) }
  const twice = { ...once, ...strengthened(once, day(0.5), { isRestated: false }) }
  expect([once.memoryLayer, twice.memoryLayer]).toEqual(['stm', 'stm'])
  const again = strengthened(twice, day(1), { isRestated: false })
  expect(again).toMatchObject({ memoryLayer: 'ltm', stability: 30, usedOnDays: ['2030-01-02', '2030-01-03'] })
})

test.each([
  ['said again', aMemory(), true],
  ['used and important', aMemory({ importance: 0.8 }), false],
] as const)('what is %s becomes long-term at once', (_, memory, isRestated) => {
  expect(strengthened(memory, day(0), { isRestated }).memoryLayer).toBe('ltm')
})

test('what becomes short-term goes on fading as it did', () => {
  const fallen = moveToLayer(aMemory({ memoryLayer: 'ltm' }), 'stm')
  expect(fallen).toMatchObject({ memoryLayer: 'stm', stability: 30 })
  expect(nextTransition(fallen)?.kind).toBe('decayed')
})

const memory = fc.record({
  stability: fc.double({ min: 0.1, max: 60, noNaN: true }),
  importance: fc.double({ min: 0, max: 1, noNaN: true }),
  memoryLayer: fc.constantFrom('stm' as const, 'ltm' as const),
  usedOnDays: fc.subarray([at(0).slice(0, 10), '2001-01-01']),
  slot: fc.constantFrom(null, home),
})

test.prop([memory, fc.integer({ min: -5, max: 90 })])(
  'whatever a use does, a change that only puts off is followed by no earlier transition',
  (fields, days) => {
    const before = aMemory({ ...fields, lastUsedAt: at(0) })
    const after = { ...before, ...strengthened(before, day(days), { isRestated: false }) }
    const [then, now] = [before, after].map((one) => nextTransition(one)?.at ?? Number.POSITIVE_INFINITY)
    if (isPutOff(before, after)) expect(now).toBeGreaterThanOrEqual(then ?? 0)
    // A use of a memory that keeps its layer is such a change, unless the clock went back.
    if (days >= 0 && after.memoryLayer === before.memoryLayer) expect(isPutOff(before, after)).toBe(true)
  },
)

test.prop([memory, fc.integer({ min: 0, max: 3 })])(
  'a use promotes exactly those of which that is told beforehand',
  (fields, days) => {
    const before = aMemory({ ...fields, memoryLayer: 'stm' })
    const { memoryLayer } = strengthened(before, day(days), { isRestated: false })
    expect(memoryLayer === 'ltm').toBe(isPromotedByUse(before, day(days).toISOString()))
  },
)
