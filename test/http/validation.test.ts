import { expect, test } from 'vitest'
import { truncateLists } from '../../src/http/validation.js'
import { startHttp } from '../support/http/http.js'
import { startScheduledTimer } from '../support/scheduled-time.js'

const BASE = '/api/v1/characters'
const tooLong = (max: number) => ({
  msg: `String should have at most ${max} characters`,
  type: 'string_too_long',
})
const atLeast = (min: number) => ({
  msg: `Input should be greater than or equal to ${min}`,
  type: 'greater_than_equal',
})
const atMost = (max: number) => ({
  msg: `Input should be less than or equal to ${max}`,
  type: 'less_than_equal',
})
const notA = (noun: string, type: string) => ({ msg: `Input should be a valid ${noun}`, type })

const text = (length: number) => 'x'.repeat(length)

/** Each bound of a character's configuration, one step beyond it. */
const refused: [path: string, value: unknown, problem: { msg: string; type: string }][] = [
  ['persona.name', '', { msg: 'String should have at least 1 character', type: 'string_too_short' }],
  ['persona.name', text(256), tooLong(255)],
  ['persona.name', null, notA('string', 'string_type')],
  ['persona.tagline', text(501), tooLong(500)],
  ['persona.personality', text(5001), tooLong(5000)],
  ['persona.background', text(32001), tooLong(32000)],
  ['persona.system_prompt', 7, notA('string', 'string_type')],
  ['persona', [], notA('object', 'dict_type')],
  ['persona', null, notA('object', 'dict_type')],
  ['llm.temperature', -0.1, atLeast(0)],
  ['llm.temperature', 2.1, atMost(2)],
  ['llm.temperature', '0.7', notA('number', 'float_type')],
  ['llm.max_tokens', 0, atLeast(1)],
  ['llm.max_tokens', 4097, atMost(4096)],
  ['llm.max_tokens', 1.5, notA('integer', 'int_type')],
  ['llm.max_tokens', '100', notA('integer', 'int_type')],
  ['llm.verbosity', 'tiny', { msg: "Input should be 'short', 'medium' or 'long'", type: 'literal_error' }],
  ['tts.speed', 0.49, atLeast(0.5)],
  ['tts.speed', 2.01, atMost(2)],
  [
    'tts.delivery_mode',
    'stable',
    { msg: "Input should be 'STABLE', 'BALANCED' or 'CREATIVE'", type: 'literal_error' },
  ],
  [
    'stt.language',
    'english',
    { msg: "String should match pattern '^[a-z]{2}$'", type: 'string_pattern_mismatch' },
  ],
  ['vad.sensitivity', -0.01, atLeast(0)],
  ['vad.sensitivity', 1.01, atMost(1)],
  ['vad.min_speech_duration_ms', 49, atLeast(50)],
  ['vad.min_speech_duration_ms', 2001, atMost(2000)],
  ['appearance', text(751), tooLong(750)],
  ['text_only', 'true', notA('boolean', 'bool_type')],
  ['text_only', 1, notA('boolean', 'bool_type')],
  ['verbose', null, notA('boolean', 'bool_type')],
  ['avatar', {}, notA('string', 'string_type')],
  ['actions', {}, notA('list', 'list_type')],
  ['document_ids', 'd1', notA('list', 'list_type')],
]

const nested = (path: string, value: unknown): unknown =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)

test.each(refused)('%s = %j is refused, on create and on update', async (path, value, problem) => {
  const { call } = await startHttp()
  const { body } = await call('POST', BASE, { body: {} })
  const expected = { status: 422, body: { detail: [{ loc: ['body', ...path.split('.')], ...problem }] } }
  expect(await call('POST', BASE, { body: nested(path, value) })).toMatchObject(expected)
  const url = `${BASE}/${(body as { id: string }).id}`
  expect(await call('PUT', url, { body: nested(path, value) })).toMatchObject(expected)
  expect((await call('GET', url)).body).toEqual(body)
})

/** The same fields at their bounds. */
test('values at their bounds are accepted', async () => {
  const { call } = await startHttp()
  const bounds = [
    { persona: { name: 'x', tagline: text(500), personality: text(5000), background: text(32000) } },
    { persona: { name: '🦊'.repeat(255), tagline: '', system_prompt: '' } },
    { llm: { temperature: 0, max_tokens: 1 }, tts: { speed: 0.5 } },
    { llm: { temperature: 2, max_tokens: 4096 }, tts: { speed: 2, delivery_mode: null } },
    { vad: { sensitivity: 0, min_speech_duration_ms: 50 } },
    { vad: { sensitivity: 1, min_speech_duration_ms: 2000 }, appearance: text(750) },
  ]
  for (const body of bounds) expect((await call('POST', BASE, { body })).status).toBe(201)
})

test('all problems are told at once, each field once, indices as numbers', async () => {
  const { call } = await startHttp()
  const body = {
    persona: { name: '', tagline: 1 },
    llm: { max_tokens: 0.5 },
    actions: [{ name: 'ok' }, { name: 'Not Snake', parameters: [{ type: 'date' }] }, 'x'],
    is_public: 'yes',
  }
  const { status, body: answer } = await call('POST', BASE, { body })
  expect(status).toBe(422)
  const problems = (answer as { detail: { loc: unknown[]; type: string }[] }).detail
  const byLoc = problems.map(({ loc, type }) => [loc, type])
  expect(byLoc).toHaveLength(8)
  expect(byLoc).toEqual(
    expect.arrayContaining([
      [['body', 'persona', 'name'], 'string_too_short'],
      [['body', 'persona', 'tagline'], 'string_type'],
      [['body', 'llm', 'max_tokens'], 'int_type'],
      [['body', 'actions', 1, 'name'], 'string_pattern_mismatch'],
      [['body', 'actions', 1, 'parameters', 0, 'name'], 'missing'],
      [['body', 'actions', 1, 'parameters', 0, 'type'], 'literal_error'],
      [['body', 'actions', 2], 'dict_type'],
      [['body', 'is_public'], 'bool_type'],
    ]),
  )
})

test.each([
  ['limit=0', 'limit', atLeast(1)],
  ['limit=101', 'limit', atMost(100)],
  ['limit=ten', 'limit', notA('integer', 'int_type')],
  ['limit=', 'limit', notA('integer', 'int_type')],
  ['limit=1.5', 'limit', notA('integer', 'int_type')],
  ['limit=1e1', 'limit', notA('integer', 'int_type')],
  ['limit=0x10', 'limit', notA('integer', 'int_type')],
  ['limit=%2010', 'limit', notA('integer', 'int_type')],
  ['limit=1&limit=2', 'limit', notA('integer', 'int_type')],
  ['offset=Infinity', 'offset', notA('integer', 'int_type')],
  ['offset=1e400', 'offset', notA('integer', 'int_type')],
  ['offset=9007199254740993', 'offset', notA('integer', 'int_type')],
  ['offset=-1', 'offset', atLeast(0)],
  [`search=${text(101)}`, 'search', tooLong(100)],
])('a list asked for with %s is refused', async (query, field, problem) => {
  const { call } = await startHttp()
  expect(await call('GET', `${BASE}?${query}`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', field], ...problem }] },
  })
})

test('several problems of a query are told at once', async () => {
  const { call } = await startHttp()
  const { body } = await call('GET', `${BASE}/c1/players?limit=0&sortBy=name&sortOrder=up&minMessages=-1`)
  expect((body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc)).toEqual([
    ['query', 'limit'],
    ['query', 'sortBy'],
    ['query', 'sortOrder'],
    ['query', 'minMessages'],
  ])
})

test('a key that the body must not have is named', async () => {
  const { call } = await startHttp()
  const headers = { authorization: 'Bearer id:a1@example.org' }
  const body = { name: 'CI', colour: 'red' }
  expect(await call('POST', '/api/control/v1/keys', { headers, body })).toMatchObject({
    status: 422,
    body: {
      detail: [{ loc: ['body', 'colour'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }],
    },
  })
})

test.each(['a\nb', 'a\rb', 'a\u2028b', ''])('a value under the key %j is held to the schema', async (key) => {
  const { call } = await startHttp()
  const body = { headers: { [key]: { toString: 1 } } }
  expect(await call('POST', `${BASE}/batch/b1/retry`, { body })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'headers', key, 'toString'], type: 'string_type' }] },
  })
})

test('a refusal does not repeat a name of any length', async () => {
  const { call } = await startHttp()
  const headers = { authorization: 'Bearer id:a1@example.org' }
  const given = { name: 'CI', [`a${'b'.repeat(70_000)}z`]: 1 }
  const { status, body } = await call('POST', '/api/control/v1/keys', { headers, body: given })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    detail: [{ loc: ['body', expect.stringMatching(/^ab+ … \(\d+ characters left out\) … b+z$/)] }],
  })
  expect(JSON.stringify(body).length).toBeLessThan(500)
})

test('a body wrong in countless places is answered with the first thousand', async () => {
  const { call } = await startHttp()
  const { status, body } = await call('POST', BASE, { body: { document_ids: Array(200_000).fill(1) } })
  expect(status).toBe(422)
  expect((body as { detail: unknown[] }).detail).toHaveLength(1000)
})

test('problems below long names are answered until they are long together', async () => {
  const { call } = await startHttp()
  const headers = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`${at}${'\u{1f525}'.repeat(200)}`, 1]),
  )
  const documents = [{ url: 'https://origin.test/a.pdf', headers }]
  const requests = [{ customId: 'a', persona: { name: 'A' }, documents }]
  const { status, body } = await call('POST', `${BASE}/batch`, { body: { requests } })
  expect(status).toBe(422)
  expect((body as { detail: unknown[] }).detail.length).toBeGreaterThan(100)
  expect(JSON.stringify(body).length).toBeLessThan(210_000)
})

test('what only the rules of batches refuse in countless places is answered with the first thousand, too', async () => {
  const { call } = await startHttp()
  const documents = Array.from({ length: 10 }, () => ({ url: '--help' }))
  const requests = Array.from({ length: 900 }, () => ({
    customId: 'same',
    persona: { name: 'A' },
    documents,
  }))
  const { status, body } = await call('POST', `${BASE}/batch`, { body: { requests } })
  expect(status).toBe(422)
  expect((body as { detail: unknown[] }).detail.length).toBeLessThanOrEqual(1000)
  expect(JSON.stringify(body).length).toBeLessThan(210_000)
})

test('a body that is wrong in countless places does not keep the server busy', async () => {
  const { call } = await startHttp()
  const since = startScheduledTimer()
  for (const element of [1, { name: 'A' }, { name: 'a', parameters: [1] }]) {
    const { status, body } = await call('POST', BASE, { body: { actions: Array(30_000).fill(element) } })
    expect(status).toBe(422)
    expect((body as { detail: unknown[] }).detail.length).toBeGreaterThanOrEqual(500)
  }
  expect(since()).toBeLessThan(10_000)
})

test('the one fault of a long list is found, wherever it is', async () => {
  const { call } = await startHttp()
  const actions = [...Array(5000).fill({ name: 'ok' }), { name: 'Bad' }]
  const { status, body } = await call('POST', BASE, { body: { actions } })
  expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'actions', 5000, 'name'] }] }])
})

test('a value that is short enough is the same value', () => {
  const value = { a: [1, { b: [2, 3] }], c: 'text' }
  expect(truncateLists(value, 4)).toBe(value)
})

test.each([
  ['a list', [1, 2, 3, 4], 2, [1, 2]],
  ['a list in an object', { a: [1, 2, 3], b: 1 }, 2, { a: [1, 2], b: 1 }],
  ['lists in a list', [[1, 2], [3, 4], [5]], 4, [[1, 2], [3]]],
  ['a list after a long one', { a: [1, 2, 3], b: [4, 5], c: [] }, 2, { a: [1, 2], b: [4], c: [] }],
])('%s is cut off at its end, and no list that had elements becomes empty', (_, value, most, expected) => {
  expect(truncateLists(value, most)).toEqual(expected)
})

test('a value of any depth is taken', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  expect(truncateLists(deep, 4)).toBe(deep)
})

test('a key that means something to objects stays a key', () => {
  const value = JSON.parse('{"__proto__": [1, 2], "a": [1, 2]}')
  expect(Object.keys(truncateLists(value, 1) as object)).toEqual(['__proto__', 'a'])
})
