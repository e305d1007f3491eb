import { expect, test } from 'vitest'
import { legacyRouteTable } from '../../../src/contract/legacy/route-table.js'
import type { HttpSettings } from '../../../src/http/http-deps.js'
import { startHttp } from '../../support/http/http.js'

const since = new Date('2029-12-01T00:00:00Z')
const sunset = new Date('2030-06-30T22:30:00Z')
const GUIDE = '</docs/migration>; rel="deprecation"; type="text/html"'

const startWith = (settings: Partial<HttpSettings>) =>
  startHttp({
    settings: {
      version: '0.0.0',
      hostWasSet: false,
      hosts: [],
      docsUrl: null,
      shareUrl: null,
      deprecation: null,
      modelFinalState: 'auto',
      trustedProxies: [],
      ...settings,
    },
  })

const announced = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => ({
  deprecation: headers['deprecation'],
  link: headers['link'],
  sunset: headers['sunset'],
})

const rows = legacyRouteTable.map(({ operation, successor, missingParams: lacks = [] }) => {
  const [old, now] = [operation.url, successor.url].map((url) =>
    url.replace(':characterId', 'c1').replace(':playerId', 'ada').replace(':memoryId', 'm1'),
  )
  return { method: operation.method, old: old ?? '', now: lacks.length === 0 ? (now ?? '') : undefined }
})

test.each(rows)('$method $old announces $now', async ({ method, old, now }) => {
  const { call } = await startWith({ deprecation: { since, sunset } })
  const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
  expect(announced(await call(method, `${old}?api_key=secret`, body))).toEqual({
    deprecation: '@1890777600',
    link: now === undefined ? GUIDE : `${GUIDE}, <${now}>; rel="successor-version"`,
    sunset: 'Sun, 30 Jun 2030 22:30:00 GMT',
  })
})

test.each(rows)('$method $old announces nothing while no date is set', async ({ method, old }) => {
  const { call } = await startWith({})
  const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
  expect(announced(await call(method, old, body))).toEqual({})
})

test('without a date of removal there is no Sunset', async () => {
  const { call } = await startWith({ deprecation: { since, sunset: null } })
  const { headers } = await call('GET', '/api/agents')
  expect(headers).toMatchObject({ deprecation: '@1890777600', link: expect.any(String) })
  expect(Object.keys(headers)).not.toContain('sunset')
})

test('refusals announce it, too, and HEAD does as GET', async () => {
  const { call } = await startWith({ deprecation: { since, sunset: null } })
  const wanted = { deprecation: '@1890777600' }
  for (const answer of [
    await call('GET', '/api/agents', { key: null }),
    await call('GET', '/api/agents/unknown'),
    await call('PUT', '/api/agents/c1', { body: { llm: 1 } }),
    await call('HEAD', '/api/agents'),
  ]) {
    expect(announced(answer)).toMatchObject(wanted)
  }
})

test('the new paths, and paths that do not exist, announce nothing', async () => {
  const { app } = await startWith({ deprecation: { since, sunset } })
  for (const url of ['/api/v1/characters', '/api/health', '/api/agents/c1/nothing', '/docs/migration']) {
    expect([url, announced(await app.inject(url))]).toEqual([url, {}])
  }
})

test('ids are written so that nothing in them can be read as anything else', async () => {
  const { call } = await startWith({ deprecation: { since, sunset: null } })
  const player = encodeURIComponent('a/b>; rel="x", <é\r\nX-Evil: 1')
  const { headers } = await call('GET', `/api/agents/c1/players/${player}/messages`)
  expect(headers['link']).toBe(
    `${GUIDE}, </api/v1/characters/c1/players/${player}/messages>; rel="successor-version"`,
  )
  expect(headers).not.toHaveProperty('x-evil')
})

test('the guide is where the documentation is said to be', async () => {
  const { call } = await startWith({
    docsUrl: 'https://docs.example.org/guides',
    deprecation: { since, sunset: null },
  })
  const { headers } = await call('GET', '/api/agents')
  expect(headers['link']).toContain('<https://docs.example.org/guides/migration>; rel="deprecation"')
})
