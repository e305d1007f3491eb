import { STAGE_BUCKETS, type SystemMetrics, type TurnStage } from '../../contract/staff.js'

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Sample = {
  readonly suffix?: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string | number>>
}

/** Formats the metrics in the text format of Prometheus. */
export const prometheusText = (metrics: SystemMetrics): string =>
  [...countersOf(metrics.counts), ...stagesOf(metrics.counts), ...gaugesOf(metrics)].join('')

function countersOf({ requests, sessionsOpened, turns, messages }: SystemMetrics['counts']): string[] {
  const byRoute = (measure: 'count' | 'seconds') =>
    requests.map(({ method, route, status, [measure]: value }) => ({
      value,
      labels: { method, route, status },
    }))
  const byRole = Object.entries(messages).map(([role, value]) => ({ value, labels: { role } }))
  const counter = metricOf('counter')
  return [
    counter('requests_total', 'Requests answered.', byRoute('count')),
    counter('request_seconds_total', 'Time spent on requests.', byRoute('seconds')),
    counter('sessions_opened_total', 'Sessions opened.', [{ value: sessionsOpened }]),
    counter('turns_total', 'Replies requested from a language model.', [{ value: turns.started }]),
    counter('turns_failed_total', 'Replies during which a language model failed.', [{ value: turns.failed }]),
    counter('messages_total', 'Messages stored.', byRole),
  ]
}

function gaugesOf({ sessions, store, vitals: { uptimeSeconds, eventLoopDelay, memory } }: SystemMetrics) {
  const gauge = metricOf('gauge')
  const delays = [
    { labels: { of: 'mean' }, value: eventLoopDelay.meanMs / 1000 },
    { labels: { of: 'p99' }, value: eventLoopDelay.p99Ms / 1000 },
    { labels: { of: 'max' }, value: eventLoopDelay.maxMs / 1000 },
  ]
  return [
    gauge('sessions', 'Live sessions.', [{ value: sessions.live }]),
    gauge('store_up', 'Whether the store can write.', [{ value: store.status === 'ok' ? 1 : 0 }]),
    gauge('store_records', 'Records in the store.', [{ value: store.records }]),
    gauge('store_journal_bytes', 'Journal that a start reads after the snapshots.', [
      { value: store.journalBytes },
    ]),
    gauge('uptime_seconds', 'Time since the start.', [{ value: uptimeSeconds }]),
    gauge('event_loop_delay_seconds', 'Delay of the event loop.', delays),
    gauge('memory_rss_bytes', 'Memory of the process.', [{ value: memory.rssBytes }]),
    gauge('memory_heap_used_bytes', 'Memory of its live objects.', [{ value: memory.heapUsedBytes }]),
  ]
}

/** The duration of the stages of turns; empty before the first turn. */
function stagesOf({ turnStages }: SystemMetrics['counts']): string[] {
  const name = 'turn_stage_seconds'
  const help = 'Duration of a stage of a voice turn, by what ended the player turn.'
  return turnStages.length === 0 ? [] : [metricOf('histogram')(name, help, turnStages.flatMap(samplesOf))]
}

function samplesOf({ stage, endedBy, count, seconds, buckets }: TurnStage): Sample[] {
  const labels = { stage, ended_by: endedBy }
  const bucket = (le: number | string, value: number) => ({
    suffix: '_bucket',
    labels: { ...labels, le },
    value,
  })
  return [
    ...STAGE_BUCKETS.map((bound, at) => bucket(bound, buckets[at] ?? 0)),
    bucket('+Inf', count),
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: count },
  ]
}

const metricOf =
  (type: 'counter' | 'gauge' | 'histogram') => (name: string, help: string, samples: readonly Sample[]) =>
    [
      `# HELP parley_${name} ${help}\n`,
      `# TYPE parley_${name} ${type}\n`,
      ...samples.map((sample) => `parley_${name}${sample.suffix ?? ''}${labelsOf(sample)} ${sample.value}\n`),
    ].join('')

function labelsOf({ labels }: Sample): string {
  if (labels === undefined) return ''
  // JSON escapes the same characters as this format, among those that a route or a method can contain.
  const written = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
  return `{${written.join(',')}}`
}
