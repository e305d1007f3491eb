import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Measurement } from '../support/scale/measurement.js'
import { ASSUMPTIONS, project } from '../support/scale/project.js'
import { simulate } from '../support/scale/simulate.js'
import { renderMeasurement } from '../support/scale/tables.js'
import { costOf, times, type UnitCosts } from '../support/scale/unit-costs.js'

const DOCUMENT = new URL('../../docs/scale.md', import.meta.url)
const MEASURED = new URL('../../fixtures/scale.json', import.meta.url)
const BEGIN = '<!-- from fixtures/scale.json -->'
const END = '<!-- to here -->'

test('the tables of docs/scale.md are those of the measurement in fixtures/scale.json', () => {
  const measurement = JSON.parse(readFileSync(MEASURED, 'utf8')) as Measurement
  const document = readFileSync(DOCUMENT, 'utf8')
  const [before, rest = ''] = document.split(BEGIN)
  const [written = '', after = ''] = rest.split(END)
  const expected = `\n\n${renderMeasurement(measurement)}\n\n`
  if (process.env['UPDATE_GOLDEN'] === '1')
    writeFileSync(DOCUMENT, `${before}${BEGIN}${expected}${END}${after}`)
  else expect(written).toBe(expected)
})

const free = { turn: 0, transaction: 0 }
/** Nothing costs anything but what a test is about. */
const COSTS: UnitCosts = {
  ...{ server: free, threads: 0, postgres: free, follower: free, followed: free, player: 0, sync: 0 },
  ...{ crowding: 1, commits: 2, wal: 1000, memory: { process: 0, session: 0, message: 0, remembered: 0 } },
}

describe('simulated', () => {
  const turnsPerSecond = (costs: UnitCosts, servers: number, { clientsEach = 20, cores = 2 } = {}) =>
    simulate(costs, { servers, clientsEach, cores, ms: 2000 }).turnsPerSecond

  test('a single server cannot use more than one core, two use two, and four no more than there are', () => {
    const costs = { ...COSTS, server: { turn: 1, transaction: 0 } }
    expect(turnsPerSecond(costs, 1)).toBeCloseTo(1000, -1)
    expect(turnsPerSecond(costs, 2)).toBeCloseTo(2000, -1)
    expect(turnsPerSecond(costs, 4)).toBeCloseTo(2000, -1)
    expect(turnsPerSecond(costs, 4, { cores: 4 })).toBeCloseTo(4000, -1)
  })

  test('other threads of a server need processors, and nobody waits for them', () => {
    const costs = { ...COSTS, server: { turn: 1, transaction: 0 }, threads: 1 }
    expect(turnsPerSecond(costs, 1)).toBeCloseTo(1000, -1)
    expect(turnsPerSecond(costs, 2)).toBeCloseTo(1000, -1)
  })

  test('what runs while all cores are busy takes as much longer as two servers that share nothing did', () => {
    const costs = { ...COSTS, server: { turn: 1, transaction: 0 }, crowding: 1.25 }
    expect(turnsPerSecond(costs, 1)).toBeCloseTo(1000, -1)
    expect(turnsPerSecond(costs, 4)).toBeCloseTo(1600, -1)
  })

  test('one client waits for every sync of its turn', () => {
    const costs = { ...COSTS, sync: 5 }
    expect(turnsPerSecond(costs, 1, { clientsEach: 1 })).toBeCloseTo(100, 0)
  })

  test('whoever waits in one server shares a transaction, so that the lock bounds these and not the turns', () => {
    const costs = { ...COSTS, sync: 5, server: { turn: 0.01, transaction: 0 } }
    const { transactions, lock, turnsPerSecond } = simulate(costs, {
      ...{ servers: 1, clientsEach: 20, cores: 2, ms: 2000 },
    })
    expect(transactions).toBeLessThan(0.25)
    expect(lock).toBeGreaterThan(0.9)
    expect(turnsPerSecond * transactions).toBeLessThanOrEqual(200)
  })

  test('servers that share the clients have fewer in each transaction, and the one lock between them', () => {
    const costs = { ...COSTS, sync: 5 }
    const [one, four] = [
      turnsPerSecond(costs, 1, { clientsEach: 20 }),
      turnsPerSecond(costs, 4, { clientsEach: 5 }),
    ]
    expect(four).toBeLessThan(one / 2)
  })

  test('what each server applies of the others takes processors from its own turns', () => {
    const costs = { ...COSTS, server: { turn: 1, transaction: 0 }, follower: { turn: 0.5, transaction: 0 } }
    // Of two servers, each does its own turns and applies as many: 1.5 ms of one core for each turn.
    expect(turnsPerSecond(costs, 2)).toBeGreaterThan(1250)
    expect(turnsPerSecond(costs, 2)).toBeLessThan(1420)
  })

  test('a server that waits for its turn asks in it for what others have written, and not beside it', () => {
    const costs = { ...COSTS, sync: 1, followed: { turn: 0, transaction: 0.5 } }
    const { transactions, turnsPerSecond, cores } = simulate(costs, {
      ...{ servers: 2, clientsEach: 10, cores: 2, ms: 2000 },
    })
    // 1.5 ms of the lock, and a question, for each transaction.
    expect(turnsPerSecond * transactions).toBeGreaterThan(640)
    expect(turnsPerSecond * transactions).toBeLessThanOrEqual(2000 / 3 + 1)
    expect(cores * 2).toBeLessThan(0.35)
  })

  test('the same again gives the same', () => {
    const costs = { ...COSTS, server: { turn: 0.5, transaction: 0.1 }, sync: 1.5, player: 0.1, commits: 2.3 }
    const setup = { servers: 3, clientsEach: 7, cores: 2, ms: 500 }
    expect(simulate(costs, setup)).toEqual(simulate(costs, setup))
  })
})

describe('on paper', () => {
  const costs: UnitCosts = {
    ...COSTS,
    server: { turn: 1, transaction: 0.2 },
    postgres: { turn: 0.2, transaction: 0.2 },
    follower: { turn: 0.05, transaction: 0.1 },
    sync: 1,
    memory: { process: 1e8, session: 20_000, message: 300, remembered: 1000 },
  }

  test('more sessions need more servers, and more databases once one has as many as it can', () => {
    const [few, many] = [project(costs, 1000), project(costs, 1_000_000)]
    expect(few).toMatchObject({ databases: 1, serversEach: 1 })
    expect(many.databases).toBeGreaterThan(1)
    expect(many.sessionsOfDatabase * many.databases).toBeGreaterThanOrEqual(1_000_000)
    expect(many.sessionsOfDatabase * (many.databases - 1)).toBeLessThan(1_000_000)
    expect(many.wal).toBeCloseTo((1_000_000 / 30) * 1000, 3)
  })

  test.each([
    ['memory', { memory: { ...costs.memory, message: 30_000 } }],
    ['processors', { follower: { turn: 5, transaction: 0 } }],
    ['lock', { postgres: { turn: 5, transaction: 0 } }],
    ['lock', { sync: 99 }],
  ] as const)('the first limit is named: %s', (limit, dear) => {
    const roomy = { ...ASSUMPTIONS, processBytes: limit === 'memory' ? ASSUMPTIONS.processBytes : 2 ** 60 }
    expect(project({ ...costs, ...dear }, 100, roomy).firstLimit).toBe(limit)
  })

  test('what can serve nobody is refused', () => {
    expect(() => project({ ...costs, sync: 1000 }, 10)).toThrow('not even one session')
  })
})

describe('what is paid by the turn and by the transaction', () => {
  test('is told apart by two readings', () => {
    const cost = costOf({ transactions: 2, ms: 3 }, { transactions: 0.5, ms: 1.5 })
    expect(cost).toEqual({ turn: 1, transaction: 1 })
    expect(times(cost, 2)).toBe(3)
  })

  test('is never less than nothing, also where the readings say so', () => {
    expect(costOf({ transactions: 2, ms: 1 }, { transactions: 1, ms: 2 })).toEqual({
      turn: 2,
      transaction: 0,
    })
    expect(costOf({ transactions: 2, ms: 9 }, { transactions: 1, ms: 2 })).toEqual({
      turn: 0,
      transaction: 2,
    })
    expect(costOf({ transactions: 1, ms: 2 }, { transactions: 1, ms: 2 })).toEqual({
      turn: 2,
      transaction: 0,
    })
  })
})
