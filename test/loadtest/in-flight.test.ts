import { expect, test } from 'vitest'
import { createInFlightCounter, sumInFlight } from '../../src/loadtest/in-flight.js'
import { createCheckResults } from '../../src/loadtest/results/check-results.js'
import type { Sample } from '../../src/loadtest/results/metrics.js'
import { createSlowestReplies, limitReplies } from '../../src/loadtest/results/slowest-replies.js'
import { createTurnFailures, limitDetails } from '../../src/loadtest/results/turn-failures.js'

test('what is running is counted until it ends, however it ends', async () => {
  const activity = createInFlightCounter()
  const ends: (() => void)[] = []
  const open = () => new Promise<void>((resolve) => void ends.push(resolve))
  const session = activity.track('sessions', () => activity.track('turnsInFlight', open))
  const other = activity.track('sessions', open)
  expect(activity.counts()).toEqual({ sessions: 2, turnsInFlight: 1 })
  ends[0]?.()
  await session
  expect(activity.counts()).toEqual({ sessions: 1, turnsInFlight: 0 })
  ends[1]?.()
  await other
  await expect(activity.track('sessions', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(activity.counts()).toEqual({ sessions: 0, turnsInFlight: 0 })
  expect(
    sumInFlight([
      { sessions: 1, turnsInFlight: 1 },
      { sessions: 2, turnsInFlight: 0 },
    ]),
  ).toEqual({
    sessions: 3,
    turnsInFlight: 1,
  })
})

const LOAD = { kind: 'players', players: 1, everyMs: null } as const

test('failures are all counted, and the texts of the first ones kept', () => {
  const failures = createTurnFailures()
  const record = limitDetails(failures.add, { warmupMs: 0, load: LOAD })
  const turn = (more: Partial<Sample>): Sample => ({
    metric: 'turn.complete',
    at: 0,
    ms: 1,
    error: null,
    ...more,
  })
  record(turn({}))
  for (let number = 0; number < 8; number += 1) {
    record(turn({ error: 'unexpected', detail: { expected: 'yes', got: `no ${number}` } }))
  }
  record(turn({ at: 1500, ms: 600, error: 'model_failed', detail: { message: 'It is down' } }))
  record(turn({ error: 'model_failed', detail: { message: 'It is still down' } }))
  record(turn({ metric: 'turn.lost', error: 'timeout' }))
  record(turn({ metric: 'turn.interrupt', error: 'timeout' }))
  expect(failures.byCause()).toEqual([
    { error: 'unexpected', count: 8, message: null, second: 0 },
    { error: 'model_failed', count: 2, message: 'It is down', second: 0 },
    { error: 'timeout', count: 1, message: null, second: 0 },
  ])
  expect(failures.unexpectedReplies().map(({ got }) => got)).toEqual(['no 0', 'no 1', 'no 2', 'no 3', 'no 4'])
})

test('of each cause and each reply that is kept the second is told, of a cause the first of all machines', () => {
  const [one, other] = [createTurnFailures(), createTurnFailures()]
  const unexpected = (at: number): Sample => ({
    ...{ metric: 'turn.complete', at, ms: 600, error: 'unexpected' },
    detail: { expected: 'yes', got: `no at ${at}` },
  })
  one.add(unexpected(7500))
  one.add(unexpected(9000))
  other.add(unexpected(2000))
  const parts = [one, other].map((part) => ({
    failures: part.byCause(),
    unexpectedReplies: part.unexpectedReplies(),
  }))
  expect(parts[0]?.unexpectedReplies.map(({ second }) => second)).toEqual([8, 9])
  const merged = createTurnFailures()
  for (const part of parts) merged.addPart(part)
  // A file of an earlier version does not tell when.
  merged.addPart({ failures: [{ error: 'unexpected', count: 1, message: null }], unexpectedReplies: [] })
  expect(merged.byCause()).toEqual([{ error: 'unexpected', count: 4, message: null, second: 2 }])
})

test('what fails in the warm-up takes no place of the texts that are kept', () => {
  const failures = createTurnFailures()
  const record = limitDetails(failures.add, { warmupMs: 1000, load: LOAD })
  const unexpected = (at: number, got: string) =>
    record({ metric: 'turn.complete', at, ms: 1, error: 'unexpected', detail: { expected: 'yes', got } })
  for (let at = 0; at < 9; at += 1) unexpected(at, 'too early')
  unexpected(1000, 'no')
  expect(failures.unexpectedReplies()).toEqual([{ expected: 'yes', got: 'no', second: 1 }])
})

test('the slowest first texts and whole replies are kept, those of the warm-up are not', () => {
  const slowest = createSlowestReplies()
  const sent: Sample[] = []
  const record = limitReplies(
    (sample) => {
      sent.push(sample)
      slowest.add(sample)
    },
    { warmupMs: 1000, load: LOAD },
  )
  const said = (at: number, ms: number, completeMs: number | null) =>
    record({
      ...{ metric: 'turn.first_text', at, ms, error: null, labels: { scenario: 'calm' } },
      reply: { player: `p${at}`, messageId: `m${at}`, step: 'step 1', sentAfterMs: 2, completeMs },
    })
  said(500, 9000, 9000)
  for (let number = 0; number < 9; number += 1) said(1000 + number, 100 + number, 2000 - number)
  said(3000, 1, null)
  expect(slowest.list().map(({ player }) => player)).toEqual([
    ...['p1008', 'p1007', 'p1006', 'p1005', 'p1004', 'p1003', 'p1002', 'p1001', 'p1000'],
  ])
  expect(slowest.list()[0]).toEqual({
    ...{ second: 1, player: 'p1008', messageId: 'm1008', step: 'step 1', scenario: 'calm' },
    ...{ sentAfterMs: 2, firstTextMs: 108, completeMs: 1992 },
  })
  // Of all others the generator does not tell which they are.
  expect(sent).toHaveLength(11)
  expect(sent.filter(({ reply }) => reply !== undefined)).toHaveLength(9)
  const merged = createSlowestReplies()
  const many = Array.from({ length: 30 }, (_, at) => ({
    ...{ second: 1, player: `q${at}`, messageId: null, sentAfterMs: 0, firstTextMs: at, completeMs: null },
  }))
  merged.addPart(many)
  merged.addPart(slowest.list())
  expect(merged.list()).toEqual(slowest.list())
})

test('every check is counted, and the texts of the first failures of each are kept', () => {
  const [reply, status] = [
    { kind: 'reply', check: 'Hello', expected: 'Hi', labels: {} },
    { kind: 'status', check: 'GET /x', expected: '200', labels: { step: 'page' } },
  ] as const
  const results = createCheckResults([reply, status])
  const sent: Sample[] = []
  const record = limitDetails(
    (sample) => {
      sent.push(sample)
      results.add(sample)
    },
    { warmupMs: 0, load: LOAD },
  )
  const turn = { metric: 'turn.complete', at: 0, ms: 1, error: null } as const
  for (let number = 0; number < 8; number += 1)
    record({ ...turn, checks: [{ check: 0, isMet: false, got: `no ${number}` }] })
  record({ ...turn, checks: [{ check: 1, isMet: true }] })
  record({ ...turn, checks: [{ check: 1, isMet: false, got: '404' }] })
  expect(results.results()).toEqual([
    { ...reply, passes: 0, failures: 8, got: ['no 0', 'no 1', 'no 2'] },
    { ...status, passes: 1, failures: 1, got: ['404'] },
  ])
  expect(sent.flatMap(({ checks = [] }) => checks.map(({ got }) => got)).filter(Boolean)).toHaveLength(4)
})
