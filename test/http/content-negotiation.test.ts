import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { selectPreferred } from '../../src/http/content-negotiation.js'
import { startHttp } from '../support/http/http.js'
import { characterRecord } from '../support/http/http-records.js'

const URL = '/api/v1/characters?limit=100'

async function startWith(characters: number) {
  const world = await startHttp()
  for (let n = 0; n < characters; n += 1) {
    await world.store.characters.insert(characterRecord({ id: `c${n}`, name: `Zoë ${n} 🦊` }))
  }
  const read = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', url = URL) =>
    world.app.inject({ method, url, headers: { 'x-api-key': world.key, ...headers } })
  return { ...world, read }
}

test.each([
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
] as const)('a long list is smaller for a client that takes %s', async (accepted, encoding, decompress) => {
  const { read } = await startWith(40)
  const plain = await read({})
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')

  const small = await read({ 'accept-encoding': accepted })
  expect(small.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
  expect(small.headers['content-length']).toBe(`${small.rawPayload.length}`)
  expect(small.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
  expect(decompress(small.rawPayload).toString()).toBe(plain.body)
})

test('HEAD has the headers of GET', async () => {
  const { read } = await startWith(40)
  const headers = { 'accept-encoding': 'gzip' }
  const [get, head] = [await read(headers), await read(headers, 'HEAD')]
  expect(head.rawPayload).toHaveLength(0)
  expect([head.headers['content-encoding'], head.headers['content-length']]).toEqual([
    'gzip',
    get.headers['content-length'],
  ])
})

test.each(['', 'identity', 'deflate', 'gzip;q=0, br;q=0'])(
  'a client that takes "%s" gets it as it is',
  async (accepted) => {
    const { read } = await startWith(40)
    const answer = await read({ 'accept-encoding': accepted })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.json()).toMatchObject({ total: 40 })
  },
)

test('what is short goes as it is, and refusals, too', async () => {
  const { read } = await startWith(1)
  for (const url of ['/api/v1/characters/c0', '/api/v1/characters/unknown', '/api/health']) {
    const { headers } = await read({ 'accept-encoding': 'gzip' }, 'GET', url)
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined])
  }
})

test('the legacy list, which has no pages, is compressed as well', async () => {
  const { read } = await startWith(40)
  const answer = await read({ 'accept-encoding': 'gzip' }, 'GET', '/api/agents')
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toHaveLength(40)
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  ['br;q=0, gzip;q=0.000', undefined],
  ['br;q=nonsense', undefined],
  ['', undefined],
  [',;,', undefined],
])('of br and gzip "%s" prefers %s', (header, wanted) => {
  expect(selectPreferred(header, ['br', 'gzip'])).toBe(wanted)
})

test.each([
  ['text/plain', 'text/plain'],
  ['text/*', 'text/plain'],
  ['*/*', 'application/json'],
  ['text/plain;version=0.0.4;q=0.4, application/json;q=0.1', 'text/plain'],
  ['text/*;q=0.9, text/plain;q=0.1, */*;q=0.5', 'application/json'],
  ['image/png', undefined],
])('of JSON and text "%s" prefers %s', (header, wanted) => {
  expect(selectPreferred(header, ['application/json', 'text/plain'])).toBe(wanted)
})
