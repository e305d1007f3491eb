import type { LoadTestResult } from '../../loadtest/results/result.js'
import { escapeXml, xmlAttributes } from '../output/xml.js'

/** A run as test runners write their results: each threshold is a test case, and that the run is valid another. */
export function renderLoadTestJunit({
  scenario,
  startedAt,
  durationMs,
  isValid,
  generator,
  thresholds,
  failures,
}: LoadTestResult): string {
  const late = `the generator was ${generator.eventLoopP99Ms.toFixed(1)} ms late (p99)`
  const cases = [
    { name: 'the run is valid', failure: isValid ? null : late },
    ...failures
      .filter(({ error }) => error === 'model_failed')
      .map(({ count, message }) => ({
        name: 'providers answer',
        failure: `${count} turns failed: ${message}`,
      })),
    ...thresholds.map(({ threshold, value, isMet }) => ({
      name: threshold,
      failure: isMet ? null : `it is ${value ?? 'not measured'}`,
    })),
  ]
  const suite = xmlAttributes({
    name: scenario,
    tests: cases.length,
    failures: cases.filter(({ failure }) => failure !== null).length,
    time: durationMs / 1000,
    timestamp: startedAt,
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}>`,
    ...cases.map(({ name, failure }) => testCase(scenario, name, failure)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(classname: string, name: string, failure: string | null): string {
  const names = xmlAttributes({ classname, name })
  if (failure === null) return `    <testcase${names}/>`
  return `    <testcase${names}><failure${xmlAttributes({ type: 'threshold', message: failure })}>${escapeXml(failure)}</failure></testcase>`
}
