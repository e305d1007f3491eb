import { Chalk } from 'chalk'
import { expect, test } from 'vitest'
import { checkLines, submetricLines } from '../../../src/cli/loadtest/breakdown-view.js'
import { loadTestResult } from '../../support/measure/load-test-result.js'

const terminal = { isInteractive: false, colour: new Chalk({ level: 0 }), width: 80 }
// Only what these tables read is there.
const resultWith = (more: object) =>
  ({ ...loadTestResult({ isMet: true }), ...more }) as unknown as Parameters<typeof checkLines>[1]

const check = (index: number, failures: number) => ({
  kind: 'transcript',
  check: `What is said in the line ${index} of a script that is long`,
  expected: 'An answer that is longer than the column',
  labels: { scenario: 'newcomers of the evening', step: `step ${index}` },
  passes: 123_456,
  failures,
  got: failures > 0 ? [`answer ${index}\nwith a second line`] : [],
})

test('checks fit 80 columns, those that failed come first, and a long list is cut', () => {
  const checks = Array.from({ length: 45 }, (_, index) => check(index, index > 38 ? 7 : 0))
  const [table = '', samples = ''] = checkLines(terminal, resultWith({ checks }))
  const lines = table.split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines.slice(1, 7).every((line) => line.endsWith('  7'))).toBe(true)
  expect(lines[7]).toMatch(/ 0$/)
  expect(lines.slice(-1)).toEqual(['5 more: --out writes all of them'])
  expect(samples.match(/^ {2}check /gm)).toHaveLength(5)
  expect(samples).toContain(
    '  check     newcomers of the evening: step 39\n  expected  An answer that is longer than the column\n  got       answer 39',
  )
  expect(samples.split('\n\n')).toHaveLength(5)
})

test('metrics by name and tag stand under these; without any there is no table', () => {
  const [metric] = loadTestResult({ isMet: true }).metrics
  const one = (of: string, label: string, value: string) => ({
    ...metric,
    ...{ metric: `${of}{${label}:${value}}`, of, label, value },
  })
  const submetrics = [
    one('turn.complete', 'step', 'greeting'),
    one('turn.first_text', 'step', 'greeting'),
    one('session.connect', 'scenario', 'regular'),
  ]
  const [table = ''] = submetricLines(terminal, resultWith({ submetrics }))
  const first = table.split('\n').map((line) => line.split(/ {2,}/)[0])
  expect(first).toEqual([
    'BY NAME AND TAG (ms)',
    ...['step:greeting', '- turn.complete', '- turn.first_text'],
    ...['scenario:regular', '- session.connect'],
  ])
  expect(submetricLines(terminal, resultWith({ submetrics: [] }))).toEqual([])
  expect(checkLines(terminal, resultWith({ checks: [] }))).toEqual([])
})
