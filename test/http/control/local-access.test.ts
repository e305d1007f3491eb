import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { parseAddressRange } from '../../../src/domain/control/address-range.js'
import { createLocalAccessGuard } from '../../../src/http/control/local-access.js'
import type { HttpSettings } from '../../../src/http/http-deps.js'
import { openControlWorld, STAFF_EMAIL, withLocalSecret } from '../../support/servers/control-world.js'

const BASE = '/api/control/v1'
const TOKEN = {
  method: 'POST',
  url: `${BASE}/identity/token`,
  headers: withLocalSecret,
  body: { email: 'ada@example.org' },
} as const

const refusal = (how: string) => `Control routes do not answer ${how}`

/** How the settings name trusted proxies. */
const trusting = (...ranges: readonly string[]) => ({
  trustedProxies: ranges.flatMap((range) => parseAddressRange(range) ?? []),
})

type Asked = { readonly peer?: string | undefined; readonly headers?: Record<string, string> }

/** What the guard says to a request: undefined lets it pass, words refuse it. */
async function verdict(
  { peer = '127.0.0.1', headers = {} }: Asked,
  settings: Partial<Pick<HttpSettings, 'hostWasSet' | 'hosts' | 'trustedProxies'>> = {},
): Promise<unknown> {
  const guard = createLocalAccessGuard({ hostWasSet: false, hosts: [], trustedProxies: [], ...settings })
  const request = { socket: { remoteAddress: peer }, headers: { host: 'localhost:4750', ...headers } }
  return guard(request as unknown as FastifyRequest).then(
    () => undefined,
    (error) => error.kind === 'forbidden' && error.detail,
  )
}

test.each(['127.0.0.1', '127.8.7.6', '::1', '::ffff:127.0.0.1'])('a request from %s passes', async (peer) => {
  expect(await verdict({ peer })).toBeUndefined()
})

test.each([
  '192.168.1.20',
  '10.0.0.1',
  '203.0.113.9',
  'fe80::1',
  '::ffff:192.168.1.20',
  '::2',
  '',
  'localhost',
])('a request from another machine (%s) is refused', async (peer) => {
  expect(await verdict({ peer })).toBe(refusal('from other machines'))
})

const FORWARDING = [
  ...['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['x-forwarded-server', 'x-forwarded', 'x-real-ip', 'cf-connecting-ip', 'cf-ray', 'cf-visitor'],
  ...['true-client-ip', 'x-client-ip', 'x-cluster-client-ip', 'fastly-client-ip', 'x-proxyuser-ip'],
  ...['x-original-forwarded-for', 'x-original-host', 'cdn-loop', 'x-forwarded-by'],
]

test.each(FORWARDING)(
  'what a proxy on this machine passes on (%s) counts as from another machine, whatever it claims',
  async (name) => {
    expect(await verdict({ headers: { [name]: '127.0.0.1' } })).toBe(refusal('from other machines'))
    expect(await verdict({ headers: { [name]: '' } })).toBe(refusal('from other machines'))
  },
)

test.each(['x-forwarder', 'viaduct', 'x-real-ipv4', 'cfx', 'x-service-client'])(
  'a header that no proxy adds (%s) says nothing of where a request comes from',
  async (name) => {
    expect(await verdict({ headers: { [name]: 'a' } })).toBeUndefined()
  },
)

test.each([
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-for', '127.0.0.1, 127.0.0.1'],
  ['x-forwarded-for', '[::1]:4711, 127.0.0.1:80'],
  ['x-forwarded-for', '::ffff:127.0.0.1'],
  ['x-real-ip', '::1'],
  ['cf-connecting-ip', '127.0.0.1'],
  ['true-client-ip', '127.0.0.1'],
  ['forwarded', 'for=127.0.0.1;proto=http'],
  ['forwarded', 'proto=http;For="[::1]:4711", for=127.0.0.1'],
])('a trusted proxy may say that a client of this machine asks (%s: %s)', async (name, value) => {
  const headers = { [name]: value, 'x-forwarded-proto': 'http', via: '1.1 proxy' }
  expect(await verdict({ headers }, trusting('127.0.0.1'))).toBeUndefined()
  expect(await verdict({ peer: '::1', headers }, trusting('127.0.0.0/8', '::1/128'))).toBeUndefined()
  expect(await verdict({ peer: '::ffff:127.0.0.1', headers }, trusting('127.0.0.1'))).toBeUndefined()
  expect(await verdict({ headers }, trusting('127.0.0.2', '10.0.0.0/8', '::1'))).toBe(
    refusal('from other machines'),
  )
})

test.each([
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
  { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1, 10.0.0.3' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-for': 'unknown' },
  { 'x-forwarded-for': 'localhost' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '203.0.113.9' },
  { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1', forwarded: 'proto=https' },
  { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '127.0.0.1' },
  { 'true-client-ip': '203.0.113.9', 'x-forwarded-for': '127.0.0.1' },
  { 'fastly-client-ip': '203.0.113.9', 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=_hidden' },
  { forwarded: 'by=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'x-forwarded-proto': 'https' },
])('what a trusted proxy does not say to be of this machine is not (%j)', async (headers) => {
  const settings = trusting('127.0.0.1', '10.0.0.0/8')
  expect(await verdict({ headers }, settings)).toBe(refusal('from other machines'))
})

test('a trusted proxy on another machine speaks of its own 127.0.0.1, and what is asked here directly still passes', async () => {
  const settings = trusting('192.168.1.20', '127.0.0.1')
  const headers = { 'x-forwarded-for': '127.0.0.1' }
  expect(await verdict({ peer: '192.168.1.20', headers }, settings)).toBe(refusal('from other machines'))
  expect(await verdict({}, settings)).toBeUndefined()
})

test('with a host set by hand other machines pass', async () => {
  const settings = { hostWasSet: true, hosts: ['studio.lan'] }
  const headers = { host: 'studio.lan:4750' }
  expect(await verdict({ peer: '192.168.1.20', headers }, settings)).toBeUndefined()
})

test.each([
  'localhost',
  'localhost:4750',
  'LocalHost:80',
  'localhost.',
  'localhost.:4750',
  '127.0.0.1',
  '127.0.0.1:4750',
  '127.1.2.3:1',
  '[::1]',
  '[::1]:4750',
  '[0:0:0:0:0:0:0:1]:4750',
  '[::ffff:127.0.0.1]:4750',
  'studio.lan',
  'STUDIO.lan.:4750',
  '[fd00::5]:4750',
])('the host name %s is ours', async (host) => {
  expect(await verdict({ headers: { host } }, { hosts: ['Studio.lan', 'fd00:0::5'] })).toBeUndefined()
})

test.each([
  'evil.example',
  'evil.example:4750',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example#localhost',
  'evil.example@localhost',
  'localhost@evil.example',
  'localhost:4750@evil.example',
  'localhost:4750:4750',
  'localhost,evil.example',
  'localhost evil.example',
  'localhost/..',
  'notlocalhost',
  'app.localhost',
  'studio.lan.evil.example',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0.0.0.0:4750',
  '192.168.1.20:4750',
  '[::]:4750',
  '[::2]',
  '[::1',
  '::1',
  '[localhost]',
  '[::1%25lo]',
  'localhost:',
  'localhost:port',
  '.',
  ' ',
  'ｌocalhost',
])('the host name "%s" is not ours, so a rebound name gets nothing', async (host) => {
  expect(await verdict({ headers: { host } }, { hosts: ['studio.lan'] })).toBe(
    refusal('under this host name'),
  )
})

test.each(['0.0.0.0', '::'])(
  'bound to every address (%s) each literal address is ours, yet no name that was not given',
  async (bound) => {
    const ask = (host: string) =>
      verdict({ peer: '192.168.1.9', headers: { host } }, { hostWasSet: true, hosts: [bound] })
    expect(await ask('192.168.1.20:4750')).toBeUndefined()
    expect(await ask('[fd00::5]:4750')).toBeUndefined()
    expect(await ask('evil.example:4750')).toBe(refusal('under this host name'))
  },
)

test.each([
  'http://localhost:4750',
  'http://localhost:5173',
  'https://localhost',
  'http://127.0.0.1:4750',
  'http://[::1]:4750',
  'http://studio.lan:4750',
])('a page of %s may ask', async (origin) => {
  expect(await verdict({ headers: { origin } }, { hosts: ['studio.lan'] })).toBeUndefined()
})

test.each([
  'null',
  '',
  'https://evil.example',
  'http://localhost.evil.example',
  'http://evil.example:4750',
  'http://localhost@evil.example',
  'http://evil.example/localhost',
  'http://192.168.1.20',
  'file://',
  'file://localhost',
  'chrome-extension://localhost',
  'localhost',
  'http://localhost http://evil.example',
  'http://localhost, https://evil.example',
])('a page of another site (Origin "%s") is refused', async (origin) => {
  const said = await verdict({ headers: { origin } }, { hosts: ['studio.lan'] })
  expect(said).toBe(refusal('to pages of other sites'))
})

test('bound to every address, a page of another literal address is still another site', async () => {
  const ask = (origin: string) =>
    verdict({ headers: { host: '192.168.1.20:4750', origin } }, { hostWasSet: true, hosts: ['0.0.0.0'] })
  expect(await ask('http://192.168.1.20:4750')).toBeUndefined()
  expect(await ask('http://203.0.113.9')).toBe(refusal('to pages of other sites'))
})

test.each(['same-origin', 'same-site', 'none'])('Sec-Fetch-Site %s passes', async (site) => {
  expect(await verdict({ headers: { 'sec-fetch-site': site } })).toBeUndefined()
})

test.each(['cross-site', 'CROSS-SITE', 'same-origin, cross-site', ''])(
  'Sec-Fetch-Site "%s" is refused even without an Origin',
  async (site) => {
    const said = await verdict({ headers: { 'sec-fetch-site': site } })
    expect(said).toBe(refusal('to pages of other sites'))
  },
)

test.each([
  ['from another machine', { remoteAddress: '192.168.1.20', headers: {} }],
  ['that a proxy has passed on', { headers: { via: '1.1 proxy' } }],
  ['under a rebound name', { headers: { host: 'evil.example' } }],
  ['for a page of another site', { headers: { origin: 'https://evil.example' } }],
])('the real door refuses a request %s, staff or not', async (_, request) => {
  const { app, as, resets } = await openControlWorld()
  const headers = { ...withLocalSecret, ...request.headers }
  expect((await app.inject({ ...TOKEN, ...request, headers })).statusCode).toBe(403)
  const reset = await as(STAFF_EMAIL)({ method: 'POST', url: `${BASE}/local/reset`, ...request })
  expect([reset.statusCode, reset.json()]).toEqual([
    403,
    { detail: expect.stringMatching(/^Control routes/) },
  ])
  expect(resets).toEqual([])
})

test('nobody but this machine gets an ID token for the asking, even with a host set by hand', async () => {
  const { app, as } = await openControlWorld({ hostWasSet: true, hosts: ['studio.lan'] })
  const headers = { ...withLocalSecret, host: 'studio.lan:4750' }
  const elsewhere = { remoteAddress: '192.168.1.20', headers }
  expect((await as(STAFF_EMAIL)({ url: `${BASE}/local/clock`, ...elsewhere })).statusCode).toBe(200)
  const token = await app.inject({ ...TOKEN, ...elsewhere })
  expect([token.statusCode, token.json()]).toEqual([403, { detail: refusal('from other machines') }])
})

test('over a real connection a request that names no host is refused', async () => {
  const { app } = await openControlWorld()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = (setHost: boolean) =>
    new Promise((answered, failed) => {
      const { method, url: path } = TOKEN
      httpRequest({ port, host: '127.0.0.1', method, path, setHost, headers: JSON_TYPE })
        .on('response', (response) => answered(response.resume().statusCode))
        .on('error', failed)
        .end(JSON.stringify(TOKEN.body))
    })
  expect(await ask(true)).toBe(200)
  expect(await ask(false)).toBe(403)
})

const JSON_TYPE = { ...withLocalSecret, 'content-type': 'application/json', connection: 'close' }

test('no page is ever told by CORS that it may read a control answer', async () => {
  const { app } = await openControlWorld()
  const origin = 'http://localhost:5173'
  const answers = [
    await app.inject({ ...TOKEN, headers: { ...withLocalSecret, origin } }),
    await app.inject({ url: `${BASE}/me`, headers: { origin } }),
    await app.inject({ ...TOKEN, body: {}, headers: { ...withLocalSecret, origin } }),
    await app.inject({
      method: 'OPTIONS',
      url: `${BASE}/local/reset`,
      headers: { origin, 'access-control-request-method': 'POST' },
    }),
  ]
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-allow'))).toEqual([])
  }
})

test('a form of another page cannot ask: only JSON is read', async () => {
  const { app } = await openControlWorld()
  const body = JSON.stringify(TOKEN.body)
  const answer = await app.inject({
    ...TOKEN,
    body,
    headers: { ...withLocalSecret, 'content-type': 'text/plain' },
  })
  expect(answer.statusCode).toBe(415)
})

const FOREIGN = [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { via: '1.1 proxy' }]

test.each([
  ['GET', `${BASE}/local/reset`],
  ['PUT', `${BASE}/me`],
  ['OPTIONS', `${BASE}/local/reset`],
  ['GET', `${BASE}/nothing`],
  ['POST', '/api/%63ontrol/v1/me'],
  ['GET', `${BASE}/me`],
  ['POST', '/api/staff/v1/system-metrics'],
  ['GET', '/api/staff/nothing'],
  ['GET', '/api/system-metrics'],
  ['DELETE', '/api/system-metrics'],
] as const)('the guard comes before anything else is said (%s %s)', async (method, url) => {
  const { app } = await openControlWorld()
  for (const headers of FOREIGN) {
    const answer = await app.inject({ method, url, headers: { host: 'localhost', ...headers } })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { detail: expect.stringMatching(/^Control routes/) },
    ])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
})
