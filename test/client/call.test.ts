import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { createFromImageUpload } from '../../src/cli/characters/image-upload.js'
import {
  createClient,
  type OperationInput,
  ServiceError,
  UnreachableError,
} from '../../src/client/create-client.js'
import { CLIENT_VERSION } from '../../src/client/version.js'
import {
  type Character,
  createCharacter,
  createKey,
  deleteConversation,
  getCharacter,
  getHealth,
  issueIdToken,
  listCharacters,
  listKeys,
  uploadAvatar,
  uploadModelFile,
} from '../../src/contract/index.js'
import { fakeRest } from '../support/providers/fake-service.js'

const healthy = { body: { status: 'ok', service: 'parley' } }
const failure = (attempt: Promise<unknown>): Promise<object> =>
  attempt.then(
    () => ({}),
    (error) => error,
  )

test('an operation names the method, the path with its ids escaped, and the query', async () => {
  const { baseUrl, requests } = await fakeRest(() => ({ body: { characters: [] } }))
  const { call } = createClient({ baseUrl })
  await call(listCharacters, { query: { limit: 5, search: 'a b&c' } })
  await call(getCharacter, { params: { characterId: 'a/b?c' } })
  await call(createCharacter, { body: { persona: { name: 'Mira' } } })
  expect(requests.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
    { method: 'GET', url: '/api/v1/characters?limit=5&search=a+b%26c', body: undefined },
    { method: 'GET', url: '/api/v1/characters/a%2Fb%3Fc', body: undefined },
    { method: 'POST', url: '/api/v1/characters', body: { persona: { name: 'Mira' } } },
  ])
})

test('the base URL may have a path of its own', async () => {
  const { baseUrl, requests } = await fakeRest(() => healthy)
  await createClient({ baseUrl: `${baseUrl}/behind/proxy/` }).call(getHealth, {})
  expect(requests.map(({ url }) => url)).toEqual(['/behind/proxy/api/health'])
})

test.each(['', '.', '..'])('an id that would name another resource is refused: "%s"', async (characterId) => {
  const { baseUrl, requests } = await fakeRest(() => healthy)
  const attempt = createClient({ baseUrl }).call(deleteConversation, {
    params: { characterId: 'c', playerId: characterId },
  })
  await expect(attempt).rejects.toThrow('cannot be an id')
  expect(requests).toEqual([])
})

test.each(['localhost:4750', 'ftp://host', 'http:///', ''])('"%s" is no base URL', (baseUrl) => {
  expect(() => createClient({ baseUrl })).toThrow('is not an http or https address')
})

test('every request tells the client and its version', async () => {
  const { baseUrl, requests } = await fakeRest(() => healthy)
  await createClient({ baseUrl }).call(getHealth, {})
  await createClient({ baseUrl, version: '9.9.9' }).call(getHealth, {})
  expect(requests.map(({ headers }) => headers['x-service-client'])).toEqual([
    `parley/${CLIENT_VERSION}`,
    'parley/9.9.9',
  ])
})

test('the version told by default is the version of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(CLIENT_VERSION).toBe(manifest.version)
})

test('an operation is sent the credentials it needs and no others', async () => {
  const { baseUrl, requests } = await fakeRest(() => healthy)
  const one = { apiKey: 'svc_key', idToken: 'token', localSecret: 'secret', playerId: 'p1', orgId: 'o1' }
  const all = createClient({ baseUrl, ...one })
  await all.call(getHealth, {})
  await all.call(listCharacters, {})
  await all.call(listKeys, {})
  await all.call(issueIdToken, { body: { email: 'ada@example.org' } })
  await createClient({ baseUrl, idToken: 'token' }).call(listCharacters, {})
  const names = ['x-api-key', 'authorization', 'x-parley-local', 'x-player-id', 'x-org-id']
  expect(requests.map(({ headers }) => names.map((name) => headers[name] ?? null))).toEqual([
    [null, null, null, null, null],
    ['svc_key', null, null, 'p1', 'o1'],
    [null, 'Bearer token', null, null, null],
    [null, null, 'secret', null, null],
    [null, 'Bearer token', null, null, null],
  ])
})

test('a 204 answers null', async () => {
  const { baseUrl } = await fakeRest(() => ({ status: 204 }))
  const answer = await createClient({ baseUrl }).call(deleteConversation, {
    params: { characterId: 'c', playerId: 'p' },
  })
  expect(answer).toBeNull()
})

test.each([
  [{ status: 404, body: { detail: 'Character not found' } }, 'not_found', 'Character not found', null],
  [
    { status: 403, body: { detail: { error: 'insufficient_scope', message: 'm', requiredScope: 's' } } },
    'insufficient_scope',
    { error: 'insufficient_scope', message: 'm', requiredScope: 's' },
    null,
  ],
  [{ status: 429, headers: { 'retry-after': '30' }, body: { detail: 'slow' } }, 'rate_limited', 'slow', 30],
  [{ status: 418, body: '<h1>teapot</h1>' }, 'http_418', "I'm a Teapot", null],
])('an answer without success is a ServiceError: %j', async (answer, code, detail, retryAfterSeconds) => {
  const { baseUrl } = await fakeRest(() => answer)
  const error = await failure(createClient({ baseUrl }).call(getHealth, {}))
  expect(error).toBeInstanceOf(ServiceError)
  expect({ ...error }).toEqual({
    name: 'ServiceError',
    status: answer.status,
    code,
    detail,
    retryAfterSeconds,
  })
})

test('success that is not JSON means that something else listens there', async () => {
  const { baseUrl } = await fakeRest(() => ({ body: '<html></html>' }))
  const error = await failure(createClient({ baseUrl }).call(getHealth, {}))
  expect(error).toMatchObject({ name: 'ServiceError', code: 'invalid_answer' })
})

test('nobody listening is an UnreachableError of its own kind', async () => {
  const error = await failure(createClient({ baseUrl: 'http://127.0.0.1:1' }).call(getHealth, {}))
  expect(error).toBeInstanceOf(UnreachableError)
  expect(error).toMatchObject({ reason: 'network', baseUrl: 'http://127.0.0.1:1' })
})

test('a server that does not answer runs into the time limit', async () => {
  const { baseUrl } = await fakeRest(() => new Promise(() => undefined))
  const error = await failure(createClient({ baseUrl, timeoutMs: 50 }).call(getHealth, {}))
  expect(error).toMatchObject({ name: 'UnreachableError', reason: 'timeout' })
})

test('what is said of a file goes before it, as text fields of its form', async () => {
  const { baseUrl, requests } = await fakeRest(() => ({ body: { id: 'c' } }))
  const file = { name: 'mira.png', content: new Blob(['pixels']) }
  const body = { voicePrompt: 'low', useDefaultVoice: true }
  await createClient({ baseUrl, apiKey: 'svc_key' }).call(createFromImageUpload, { file, body })
  expect(requests[0]?.body).toMatchObject([
    ['voicePrompt', 'low'],
    ['useDefaultVoice', 'true'],
    ['image', { name: 'mira.png' }],
  ])
})

test.each([
  ['image', uploadAvatar, '/avatar'],
  ['model', uploadModelFile, '/model-file'],
] as const)(
  'a file goes as a form of one part, "%s", with its name and its bytes',
  async (part, operation, path) => {
    const { baseUrl, requests } = await fakeRest(() => ({ body: { id: 'c' } }))
    const file = { name: 'Mira "of" the Tower.x', content: new Blob([Uint8Array.of(0, 255, 13, 10)]) }
    const { call } = createClient({ baseUrl, apiKey: 'svc_key' })
    expect(await call(operation, { params: { characterId: 'c' }, file })).toEqual({ id: 'c' })

    const [request] = requests
    expect(request).toMatchObject({ method: 'PUT', url: `/api/v1/characters/c${path}` })
    expect(request?.headers).toMatchObject({
      'x-api-key': 'svc_key',
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    })
    const [[name, sent] = [], ...others] = (request?.body ?? []) as [string, File][]
    expect([name, sent?.name, others]).toEqual([part, file.name, []])
    expect(new Uint8Array((await sent?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
      Uint8Array.of(0, 255, 13, 10),
    )
  },
)

test('a call can be taken back', async () => {
  const { baseUrl } = await fakeRest(() => new Promise(() => undefined))
  const taken = AbortSignal.abort(new Error('changed my mind'))
  const attempt = createClient({ baseUrl }).call(getHealth, {}, { signal: taken })
  await expect(attempt).rejects.toThrow('changed my mind')
})

test('a redirect within the host is followed, with the method it asks for', async () => {
  const { baseUrl, requests } = await fakeRest(({ url }) => {
    if (url === '/api/v1/characters') return { status: 307, headers: { location: '/second' } }
    if (url === '/second') return { status: 303, headers: { location: '/third' } }
    return { body: { id: 'c' } }
  })
  const { call } = createClient({ baseUrl, apiKey: 'svc_key' })
  expect(await call(createCharacter, { body: {} })).toEqual({ id: 'c' })
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/api/v1/characters', {}],
    ['POST', '/second', {}],
    ['GET', '/third', undefined],
  ])
  expect(requests[2]?.headers['x-service-client']).toBe(`parley/${CLIENT_VERSION}`)
})

test('a redirect to another host is refused: that host never hears of us', async () => {
  const other = await fakeRest(() => healthy)
  const { baseUrl } = await fakeRest(() => ({
    status: 302,
    headers: { location: `${other.baseUrl}/api/health` },
  }))
  const error = await failure(createClient({ baseUrl, apiKey: 'svc_key' }).call(listCharacters, {}))
  expect(error).toMatchObject({ name: 'ServiceError', code: 'redirect_refused', status: 302 })
  expect(other.requests).toEqual([])
})

test('a redirect in circles ends', async () => {
  const { baseUrl, requests } = await fakeRest(() => ({ status: 302, headers: { location: '/again' } }))
  const error = await failure(createClient({ baseUrl }).call(getHealth, {}))
  expect(error).toMatchObject({ code: 'too_many_redirects' })
  expect(requests).toHaveLength(6)
})

test('input and result are typed by the operation', () => {
  const { call } = createClient({ baseUrl: 'http://127.0.0.1:1' })
  expectTypeOf<OperationInput<typeof getCharacter>['params']>().toEqualTypeOf<{ characterId: string }>()
  expectTypeOf(call<typeof getCharacter>).returns.resolves.toEqualTypeOf<Character>()
  expectTypeOf(call<typeof deleteConversation>).returns.resolves.toEqualTypeOf<null>()
  // @ts-expect-error a body without its required name
  void (() => call(createKey, { body: {} }))
  // @ts-expect-error an upload without its file
  void (() => call(uploadAvatar, { params: { characterId: 'c' } }))
  // @ts-expect-error an operation without a query
  void (() => call(getCharacter, { params: { characterId: 'c' }, query: { limit: 1 } }))
})
