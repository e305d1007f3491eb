import { expect, test } from 'vitest'
import type { Inspection } from '../../../src/domain/operations/ports.js'
import { createTurnClock } from '../../../src/domain/turns/turn-clock.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { startHttp } from '../../support/http/http.js'
import { fixedInspection, MODELS, PROCESS_METRICS } from '../../support/measure/inspection.js'

const STAFF = { authorization: 'Bearer id:a1@example.org' }
const WRITES = { count: 0, meanMs: 0, p99Ms: 0, maxMs: 0 }
const STORE = {
  status: 'ok',
  failure: null,
  records: 5,
  missingFiles: 0,
  journalBytes: 0,
  isCompacting: false,
  writes: WRITES,
}
const METRICS = ['/api/staff/v1/system-metrics', '/api/system-metrics']
const METRICS_OF_A_TURN = createTurnClock(
  { timers: { elapsed: () => 0 }, clock: { now: () => new Date(0) } },
  undefined,
).metrics('r1', 'complete')
const ROUTES = ['/api/staff/v1/admin/health', ...METRICS]

test('health tells everyone that the server answers, and nothing else', async () => {
  const { call } = await startHttp()
  const { status, body } = await call('GET', '/api/health', { key: null })
  expect([status, body]).toEqual([200, { status: 'ok', service: 'parley' }])
})

test('readiness tells everyone whether the server can still store anything', async () => {
  const statusOf = async (readiness: ReturnType<Inspection['readiness']>) => {
    const { call } = await startHttp({
      inspection: { ...fixedInspection(createInMemoryStore()), readiness: () => readiness },
    })
    const { status, body } = await call('GET', '/api/health/ready', { key: null })
    return [status, body]
  }
  expect(await statusOf('ok')).toEqual([200, { status: 'ok', service: 'parley' }])
  expect(await statusOf('degraded')).toEqual([200, { status: 'degraded', service: 'parley' }])
  expect(await statusOf('failed')).toEqual([503, { status: 'failed', service: 'parley' }])
  expect(await statusOf('draining')).toEqual([503, { status: 'draining', service: 'parley' }])
})

test('staff see how the server and what it depends on are', async () => {
  const { call } = await startHttp()
  const { status, body } = await call('GET', '/api/staff/v1/admin/health', { key: null, headers: STAFF })
  expect([status, body]).toEqual([
    200,
    {
      status: 'ok',
      service: 'parley',
      version: '0.0.0',
      dependencies: { store: STORE, models: MODELS },
      queues: { documents: { queued: 0, running: 0 } },
      extraction: { skippedMessages: 0, conversations: [] },
      turns: { started: 0, failed: 0 },
      sessions: { live: 3 },
      vitals: PROCESS_METRICS,
    },
  ])
})

test('a store that cannot write is the failure of the server', async () => {
  const failed = { ...STORE, status: 'failed', failure: 'No space left on the device' } as const
  const inspection = {
    store: () => failed,
    storeStatus: () => failed.status,
    readiness: () => failed.status,
    models: () => MODELS,
    liveSessions: () => 0,
    vitals: () => PROCESS_METRICS,
    checkProviders: async () => [],
    settings: () => [],
  }
  const { call } = await startHttp({ inspection })
  const { body } = await call('GET', '/api/staff/v1/admin/health', { key: null, headers: STAFF })
  expect(body).toMatchObject({ status: 'failed', dependencies: { store: failed } })
  expect((await call('GET', '/api/health', { key: null })).body).toEqual({
    status: 'degraded',
    service: 'parley',
  })
})

test.each(METRICS)('%s counts requests by route and answer', async (url) => {
  const { call } = await startHttp()
  await call('GET', '/api/health')
  await call('GET', '/api/health')
  await call('GET', '/api/v1/characters/secret-id/players/ada')
  await call('GET', '/nowhere/secret')
  const { status, headers, body } = await call('GET', url, { key: null, headers: STAFF })
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const request = (route: string, answer: number, count: number) => ({
    method: 'GET',
    route,
    status: answer,
    count,
    seconds: expect.any(Number),
  })
  expect(body).toEqual({
    counts: {
      requests: [
        request('/api/health', 200, 2),
        request('/api/v1/characters/:characterId/players/:playerId', 404, 1),
        request('unmatched', 404, 1),
      ],
      sessionsOpened: 0,
      turns: { started: 0, failed: 0 },
      messages: { user: 0, assistant: 0 },
      turnStages: [],
    },
    sessions: { live: 3 },
    store: STORE,
    vitals: PROCESS_METRICS,
  })
  expect(JSON.stringify(body)).not.toContain('secret')
})

test.each(METRICS)('%s speaks Prometheus to those who prefer it', async (url) => {
  const { app, call } = await startHttp()
  await call('GET', '/api/health')
  const accept =
    'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4,application/json;q=0.1'
  const answer = await app.inject({ url, headers: { ...STAFF, accept } })
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers['vary']).toBe('Accept')
  expect(answer.body.replace(/(seconds_total\{.*\}) .*/, '$1 0')).toBe(`\
# HELP parley_requests_total Requests answered.
# TYPE parley_requests_total counter
parley_requests_total{method="GET",route="/api/health",status="200"} 1
# HELP parley_request_seconds_total Time spent on requests.
# TYPE parley_request_seconds_total counter
parley_request_seconds_total{method="GET",route="/api/health",status="200"} 0
# HELP parley_sessions_opened_total Sessions opened.
# TYPE parley_sessions_opened_total counter
parley_sessions_opened_total 0
# HELP parley_turns_total Replies requested from a language model.
# TYPE parley_turns_total counter
parley_turns_total 0
# HELP parley_turns_failed_total Replies during which a language model failed.
# TYPE parley_turns_failed_total counter
parley_turns_failed_total 0
# HELP parley_messages_total Messages stored.
# TYPE parley_messages_total counter
parley_messages_total{role="user"} 0
parley_messages_total{role="assistant"} 0
# HELP parley_sessions Live sessions.
# TYPE parley_sessions gauge
parley_sessions 3
# HELP parley_store_up Whether the store can write.
# TYPE parley_store_up gauge
parley_store_up 1
# HELP parley_store_records Records in the store.
# TYPE parley_store_records gauge
parley_store_records 5
# HELP parley_store_journal_bytes Journal that a start reads after the snapshots.
# TYPE parley_store_journal_bytes gauge
parley_store_journal_bytes 0
# HELP parley_uptime_seconds Time since the start.
# TYPE parley_uptime_seconds gauge
parley_uptime_seconds 12.5
# HELP parley_event_loop_delay_seconds Delay of the event loop.
# TYPE parley_event_loop_delay_seconds gauge
parley_event_loop_delay_seconds{of="mean"} 0.0005
parley_event_loop_delay_seconds{of="p99"} 0.002
parley_event_loop_delay_seconds{of="max"} 0.004
# HELP parley_memory_rss_bytes Memory of the process.
# TYPE parley_memory_rss_bytes gauge
parley_memory_rss_bytes 4000
# HELP parley_memory_heap_used_bytes Memory of its live objects.
# TYPE parley_memory_heap_used_bytes gauge
parley_memory_heap_used_bytes 2000
`)
})

test.each([undefined, '*/*', 'application/json', 'text/html, */*;q=0.8', 'text/plain;q=0.5, application/*'])(
  'metrics are JSON for Accept %s',
  async (accept) => {
    const { app } = await startHttp()
    const headers = accept === undefined ? STAFF : { ...STAFF, accept }
    const answer = await app.inject({ url: '/api/system-metrics', headers })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  },
)

test.each(ROUTES)('%s is for staff at this machine alone', async (url) => {
  const { app, call } = await startHttp()
  expect(await call('GET', url)).toMatchObject({ status: 401, body: { detail: 'Missing ID token' } })
  expect(await call('GET', url, { headers: { authorization: 'Bearer id:a2@example.org' } })).toMatchObject({
    status: 403,
    body: { detail: 'Staff only' },
  })
  const elsewhere = await app.inject({ url, headers: STAFF, remoteAddress: '192.168.1.20' })
  const rebound = await app.inject({ url, headers: { ...STAFF, host: 'evil.example' } })
  const otherSite = await app.inject({ url, headers: { ...STAFF, origin: 'https://evil.example' } })
  expect([elsewhere, rebound, otherSite].map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  expect(otherSite.headers['access-control-allow-origin']).toBeUndefined()
})

test('the stages of turns with sound are summed, by what ended what they answer', async () => {
  const { app, call, deps } = await startHttp()
  const stages = { endpoint_wait_ms: 520, llm_ttft_ms: null, server_process_ms: 30 }
  for (const wait of [520, 3000]) {
    const metrics = { ...METRICS_OF_A_TURN, ...stages, endpoint_wait_ms: wait }
    deps.meter.measureTurn({ endedBy: wait === 520 ? 'silence' : 'open_text', metrics })
  }
  const { body } = await call('GET', '/api/system-metrics', { key: null, headers: STAFF })
  const { turnStages } = (body as { counts: { turnStages: unknown[] } }).counts
  expect(turnStages).toEqual([
    {
      stage: 'endpoint_wait',
      endedBy: 'silence',
      count: 1,
      seconds: 0.52,
      buckets: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    },
    {
      stage: 'server_process',
      endedBy: 'silence',
      count: 1,
      seconds: 0.03,
      buckets: [0, 0, 1, 1, 1, 1, 1, 1, 1, 1],
    },
    expect.objectContaining({ stage: 'endpoint_wait', endedBy: 'open_text', count: 1, seconds: 3 }),
    expect.objectContaining({ stage: 'server_process', endedBy: 'open_text' }),
  ])
  const text = await app.inject({ url: '/api/system-metrics', headers: { ...STAFF, accept: 'text/plain' } })
  expect(text.body).toContain(
    [
      '# TYPE parley_turn_stage_seconds histogram',
      'parley_turn_stage_seconds_bucket{stage="endpoint_wait",ended_by="silence",le="0.01"} 0',
    ].join('\n'),
  )
  expect(text.body).toContain(
    [
      'parley_turn_stage_seconds_bucket{stage="endpoint_wait",ended_by="silence",le="+Inf"} 1',
      'parley_turn_stage_seconds_sum{stage="endpoint_wait",ended_by="silence"} 0.52',
      'parley_turn_stage_seconds_count{stage="endpoint_wait",ended_by="silence"} 1',
    ].join('\n'),
  )
})
