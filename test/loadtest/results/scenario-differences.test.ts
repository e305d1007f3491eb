import { expect, test } from 'vitest'
import { scenarioDifferences } from '../../../src/loadtest/results/scenario-differences.js'

const SCENARIO = {
  character: 'maren',
  load: { players: 5, every: '1s' },
  duration: '10s',
  steps: [{ text: 'Hello' }, { think: '100ms' }],
}

test('the same scenario has no differences, whatever the order of its keys', () => {
  const { character, ...rest } = SCENARIO
  expect(scenarioDifferences(SCENARIO, { ...rest, character })).toEqual([])
})

test('each place is named as in the file, with what stands there in each', () => {
  const now = {
    ...SCENARIO,
    load: { players: 50 },
    warmup: '2s',
    steps: [{ text: 'Hello' }, { think: '1s' }, { text: ['Bye', 'Good night'] }],
  }
  expect(scenarioDifferences(SCENARIO, now)).toEqual([
    { at: 'load.players', base: '5', now: '50' },
    { at: 'load.every', base: '1s' },
    { at: 'steps[1].think', base: '100ms', now: '1s' },
    { at: 'steps[2]', now: '{"text":["Bye","Good night"]}' },
    { at: 'warmup', now: '2s' },
  ])
})

test('what is of another kind is one difference, long texts are cut, and no more than twenty are told', () => {
  expect(scenarioDifferences({ load: { players: 5 } }, { load: 'many' })).toEqual([
    { at: 'load', base: '{"players":5}', now: 'many' },
  ])
  const [long] = scenarioDifferences({ text: 'a'.repeat(500) }, { text: '' })
  expect(long?.base).toHaveLength(120)
  const steps = (text: string) => ({ steps: Array.from({ length: 400 }, () => ({ text })) })
  expect(scenarioDifferences(steps('a'), steps('b'))).toHaveLength(20)
})

test('a file that is nested deeply ends', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) })
  const found = scenarioDifferences({ a: nested(500) }, { a: nested(400) })
  expect(found).toHaveLength(1)
})
