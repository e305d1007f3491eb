import { expect, test } from 'vitest'
import { renderJunit } from '../../../src/cli/output/junit.js'

test('a suite without properties and errors counts its tests and failures alone', () => {
  const failure = { kind: 'failure', type: 'threshold', lines: ['it is 3'] } as const
  const suite = {
    name: 'rush',
    seconds: 1.5,
    startedAt: '2030-01-02T03:04:05.000Z',
    cases: [
      { name: 'the run is valid', outcome: null },
      { name: 'turn.p95<2', outcome: failure },
    ],
  }
  expect(renderJunit(suite)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="rush" tests="2" failures="1" time="1.5" timestamp="2030-01-02T03:04:05.000Z">
    <testcase classname="rush" name="the run is valid"/>
    <testcase classname="rush" name="turn.p95&lt;2"><failure type="threshold" message="it is 3">it is 3</failure></testcase>
  </testsuite>
</testsuites>
`)
})
