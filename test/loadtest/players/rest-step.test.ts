import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/node-client.js'
import { playRestStep } from '../../../src/loadtest/players/rest-step.js'
import type { Sample } from '../../../src/loadtest/results/metrics.js'
import { createRunClock } from '../../../src/loadtest/run-clock.js'
import { createFetch, type FetchSettings } from '../../../src/network/fetch.js'
import { fakeRest } from '../../support/providers/fake-service.js'

/** The outcomes of the checks of a request that expects this status. */
async function checking(baseUrl: string, status: number | undefined) {
  const samples: Sample[] = []
  const deps = {
    client: createClient({ baseUrl }),
    fetch: createFetch().fetch,
    apiKey: undefined,
    plan: { characterId: 'c', turnTimeoutMs: 60_000 },
    playerId: 'p',
    clock: createRunClock(0),
    record: (sample: Sample) => void samples.push(sample),
  }
  const step = { rest: 'GET /api/v1/characters', ...(status !== undefined && { status }) }
  await playRestStep(deps, step, { at: 0, firstCheck: 7 })
  return samples.flatMap(({ checks = [] }) => checks)
}

/** What a request of a scenario led to at a service, with the key of the run. */
async function requesting(baseUrl: string, rest: string, settings: FetchSettings = {}) {
  const samples: Sample[] = []
  const deps = {
    client: createClient({ baseUrl }),
    fetch: createFetch(settings).fetch,
    apiKey: 'svc_of_the_user',
    plan: { characterId: 'c', turnTimeoutMs: 60_000 },
    playerId: 'p',
    clock: createRunClock(0),
    record: (sample: Sample) => void samples.push(sample),
  }
  await playRestStep(deps, { rest }, { at: 0, firstCheck: 0 })
  return samples.map(({ error }) => error)
}

test.each([301, 302, 303, 307, 308])(
  'after a redirect %i to another origin the key stays here',
  async (status) => {
    const other = await fakeRest(() => ({ body: {} }))
    const service = await fakeRest(() => ({ status, headers: { location: `${other.baseUrl}/steal` } }))
    // However what sends the requests would treat a redirect.
    const errors = await requesting(service.baseUrl, 'GET /api/v1/characters', { redirect: 'follow' })
    expect(errors).toEqual([String(status)])
    expect(service.requests[0]?.headers['x-api-key']).toBe('svc_of_the_user')
    expect(other.requests).toEqual([])
  },
)

test('an expected status is a check, met or not', async () => {
  const service = await fakeRest(() => ({ status: 404 }))
  expect(await checking(service.baseUrl, 404)).toEqual([{ check: 7, isMet: true }])
  expect(await checking(service.baseUrl, 200)).toEqual([{ check: 7, isMet: false, got: '404' }])
  expect(await checking('http://127.0.0.1:1', 200)).toEqual([
    { check: 7, isMet: false, got: expect.stringMatching(/^\(no answer: /) },
  ])
  expect(await checking(service.baseUrl, undefined)).toEqual([])
})

test('a redirect within the origin is followed', async () => {
  const service = await fakeRest(({ url }) =>
    url === '/new' ? { body: {} } : { status: 308, headers: { location: '/new' } },
  )
  expect(await requesting(service.baseUrl, 'GET /api/v1/characters')).toEqual([null])
  expect(service.requests.map(({ url }) => url)).toEqual(['/api/v1/characters', '/new'])
})

test.each(['.evil.example/', '@evil.example/', '0/', '//evil.example/'])(
  'a path that would lead elsewhere (%s) is not asked with the key',
  async (path) => {
    const asked: string[] = []
    const samples: Sample[] = []
    const client = createClient({ baseUrl: 'https://service.example' })
    await playRestStep(
      {
        client,
        fetch: async (url) => {
          asked.push(new URL(String(url)).origin)
          return new Response('{}')
        },
        apiKey: 'svc_of_the_user',
        plan: { characterId: 'c', turnTimeoutMs: 60_000 },
        playerId: 'p',
        clock: createRunClock(0),
        record: (sample) => void samples.push(sample),
      },
      { rest: `GET ${path}` },
      { at: 0, firstCheck: 0 },
    )
    expect(asked.filter((origin) => origin !== 'https://service.example')).toEqual([])
    expect(samples).toHaveLength(1)
  },
)
