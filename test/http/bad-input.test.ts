import { expect, test } from 'vitest'
import { startHttp } from '../support/http/http.js'

const url = '/api/v1/characters'
const invalidJson = {
  detail: [{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }],
}
const notAnObject = {
  detail: [{ loc: ['body'], msg: 'Input should be a valid object', type: 'dict_type' }],
}

async function post(payload: string | Buffer, contentType: string | null = 'application/json') {
  const { app, key, call } = await startHttp()
  const type = contentType === null ? {} : { 'content-type': contentType }
  const answer = await app.inject({ method: 'POST', url, headers: { 'x-api-key': key, ...type }, payload })
  const { body } = await call('GET', url)
  return {
    status: answer.statusCode,
    body: answer.json() as unknown,
    total: (body as { total: number }).total,
  }
}

test.each([
  ['no JSON', '{"persona"'],
  ['a word', 'hello'],
  ['single quotes', "{'persona': {}}"],
  ['a trailing comma', '{"verbose": true,}'],
  ['two values', '{} {}'],
  ['NaN', '{"llm":{"temperature":NaN}}'],
  ['a raw line break in a string', '{"avatar":"a\nb"}'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['a UTF-16 body', Buffer.from('{}', 'utf16le')],
  ['null bytes', Buffer.alloc(10)],
])('a body with %s is no JSON', async (_, payload) => {
  expect(await post(payload)).toEqual({ status: 422, body: invalidJson, total: 0 })
})

test.each(['[]', '1', '"text"', 'true'])('a body of %s is no object', async (payload) => {
  expect(await post(payload)).toEqual({ status: 422, body: notAnObject, total: 0 })
})

test.each([
  ['an empty body', '', 'application/json'],
  ['no body at all', '', null],
  ['null', 'null', 'application/json'],
])('%s is a missing one', async (_, payload, contentType) => {
  const missing = { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] }
  expect(await post(payload, contentType)).toEqual({ status: 422, body: missing, total: 0 })
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'nonsense',
  null,
])('a body of type %s is refused', async (contentType) => {
  expect(await post('{}', contentType)).toEqual({
    status: 415,
    body: { detail: 'Unsupported Media Type' },
    total: 0,
  })
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  'a body of type %s is read',
  async (contentType) => {
    expect(await post('{}', contentType)).toMatchObject({ status: 201, total: 1 })
  },
)

test('a body just within a mebibyte is read, a larger one is refused', async () => {
  const padded = (length: number) => `{"x":"${'y'.repeat(length - 8)}"}`
  expect(await post(padded(2 ** 20))).toMatchObject({ status: 201, total: 1 })
  expect(await post(padded(2 ** 20 + 1))).toEqual({
    status: 413,
    body: { detail: 'Payload Too Large' },
    total: 0,
  })
})

const boundless = {
  detail: [
    {
      loc: ['body'],
      msg: 'JSON should be nested 64 levels deep and hold 1000000 values at most',
      type: 'json_invalid',
    },
  ],
}

test('JSON of 64 levels is read like any other', async () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(await post(deep(64))).toEqual({ status: 422, body: notAnObject, total: 0 })
  expect(await post(`{"unknown":${deep(63)}}`)).toMatchObject({ status: 201, total: 1 })
  expect(await post(`{"actions":${deep(63)}}`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'actions', 0], type: 'dict_type' }] },
  })
  expect(await post(`{"unknown":"${'[{'.repeat(1000)}"}`)).toMatchObject({ status: 201 })
})

test.each([65, 500_000])('JSON of %i levels is refused before it is parsed', async (levels) => {
  const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
  expect(await post(deep)).toEqual({ status: 422, body: boundless, total: 0 })
  const unclosed = `${'{"a":'.repeat(Math.min(levels, 100_000))}`
  expect(await post(unclosed)).toEqual({ status: 422, body: boundless, total: 0 })
})

test('keys that mean something to JavaScript are keys that nobody knows', async () => {
  const payload =
    '{"__proto__":{"is_public":true},"constructor":{"prototype":{"verbose":true}},"persona":{"__proto__":{"name":"x"}}}'
  expect(await post(payload)).toMatchObject({
    status: 201,
    body: { is_public: false, verbose: false, name: 'New Character' },
  })
  expect(({} as { is_public?: boolean }).is_public).toBeUndefined()
})

test('null bytes and half surrogates in a string come back as they were', async () => {
  const { body } = await post('{"persona":{"name":"a\\u0000b","tagline":"\\ud800"}}')
  expect(body).toMatchObject({ name: 'a\u0000b', tagline: '\ud800' })
})

test('numbers beyond what a number holds are out of bounds', async () => {
  expect(await post('{"llm":{"temperature":1e400}}')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'llm', 'temperature'] }] },
  })
})

test('a DELETE with a content type and no body is a DELETE', async () => {
  const { call } = await startHttp()
  const { body } = await call('POST', url, { body: {} })
  const headers = { 'content-type': 'application/json' }
  expect(await call('DELETE', `${url}/${(body as { id: string }).id}`, { headers })).toMatchObject({
    status: 200,
  })
})

test.each(['/%zz', '/api/v1/characters/%ff', '/api/v1/characters/%c0%ae', '/api/v1/characters/%'])(
  'the address %s is malformed, and not repeated',
  async (address) => {
    const { call } = await startHttp()
    const answer = await call('GET', address, { headers: { origin: 'https://app.example' } })
    expect(answer).toMatchObject({ status: 400, body: { detail: 'Bad Request' } })
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
  },
)

test('credentials are asked for before a body is read', async () => {
  const { call } = await startHttp()
  const body = { x: 'y'.repeat(2 ** 21) }
  expect(await call('POST', url, { key: null, body })).toMatchObject({ status: 401 })
})

test.each([
  '__proto__=1&constructor=2',
  '__proto__[limit]=1',
  'limit%00=1',
  '%zz=1',
  '&&&=&=1',
  'a=1&'.repeat(2000),
])('the query %j is one of unknown names', async (query) => {
  const { call } = await startHttp()
  expect(await call('GET', `${url}?${query}`)).toMatchObject({ status: 200, body: { limit: 20 } })
})
