import type { LoadTestPageData, MetricRow } from '../../../src/web/load-test/page-data.js'

/** Times that grow by `factor` from the middle of the distribution to its end. */
function metric(name: string, p50: number, errors: MetricRow['errors'] = {}): MetricRow {
  const at = (percentile: number) => p50 * (1 + (3 * percentile ** 8) / 100 ** 8)
  return {
    ...{ metric: name, count: 1000, errors, perSecond: 16.7, min: p50 / 2, mean: p50 * 1.2, p50 },
    ...{ p90: at(90), p95: at(95), p99: at(99), p999: at(99.9), max: at(100) },
    distribution: [0, 25, 50, 75, 90, 95, 99, 99.9].map((percentile) => ({ percentile, ms: at(percentile) })),
  }
}

/** What the report of a load test is given, of a minute with one threshold met and one that `isMet` decides. */
export const loadTestResult = ({ isMet }: { readonly isMet: boolean }): LoadTestPageData => ({
  ...{ scenario: 'text', target: 'http://127.0.0.1:4750', startedAt: '2030-01-02T03:04:05.000Z' },
  ...{
    durationMs: 60_000,
    warmupMs: 5000,
    isValid: true,
    generator: { processes: 2, eventLoopP99Ms: 12, eventLoopLimitMs: 20 },
  },
  metrics: [metric('turn.first_text', 14, isMet ? {} : { timeout: 3 }), metric('turn.complete', 200)],
  failures: isMet ? [] : [{ error: 'timeout', count: 3, message: 'Too busy', second: 30 }],
  unexpectedReplies: [],
  timeline: Array.from({ length: 60 }, (_, second) => ({
    ...{ second, playing: Math.min(50, second * 2), turns: 16 + (second % 5), errors: second === 30 ? 3 : 0 },
    firstTextP95Ms: 14 * 1.4 ** (second % 7),
  })),
  server: null,
  thresholds: [
    { threshold: 'turn.complete.p99<900', value: 610, isMet: true },
    { threshold: 'turn.first_text.p95<20', value: isMet ? 18 : 41, isMet },
  ],
  comparison: null,
})
