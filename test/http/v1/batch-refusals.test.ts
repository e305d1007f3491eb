import { expect, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../../src/contract/limits.js'
import type { BatchCreation } from '../../../src/domain/batches/ports.js'
import {
  BATCH,
  CHARACTERS,
  createGate,
  gated,
  openKnowledge,
  urlOf,
} from '../../support/knowledge/document-world.js'

type Problems = { detail: { loc: (string | number)[]; msg: string; type: string }[] }

const item = (customId: string, ...names: string[]) => ({
  customId,
  documents: names.map((name) => ({ url: urlOf(name) })),
})
const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

async function problemsOf(requests: unknown) {
  const world = await openKnowledge()
  const { status, body } = await world.call('POST', BATCH, { body: { requests } })
  expect(status).toBe(422)
  expect((await world.call('GET', CHARACTERS)).body).toMatchObject({ total: 0 })
  return (body as Problems).detail.map(({ loc, msg }) => [loc.join('.'), msg])
}

test.each([
  [
    'an identical customId',
    [item('a'), item('b'), item('a')],
    'body.requests.2.customId',
    'duplicate_custom_id',
  ],
  ['101 items', many(101, (n) => item(`i${n}`)), 'body.requests', 'too_many_items'],
  [
    '101 distinct URLs',
    many(11, (n) => item(`i${n}`, ...many(n === 10 ? 1 : 10, (m) => `${n}-${m}.pdf`))),
    'body.requests',
    'too_many_documents',
  ],
  [
    '11 documents of an item',
    [item('a', ...many(11, (n) => `${n}.pdf`))],
    'body.requests.0.documents',
    'too_many_documents_per_item',
  ],
  [
    '11 documents of an item, some of them attached',
    [{ ...item('a', ...many(10, (n) => `${n}.pdf`)), document_ids: ['d1'] }],
    'body.requests.0.documents',
    'too_many_documents_per_item',
  ],
])('%s is refused', async (_, requests, loc, msg) => {
  expect(await problemsOf(requests)).toEqual([[loc, msg]])
})

const document = (fields: object) => [{ customId: 'a', documents: [{ url: urlOf('a.pdf'), ...fields }] }]

test.each([
  ['type', { type: 'json' }, 'unsupported_type'],
  ['type', { type: 'text' }, 'unsupported_type'],
  ['type', { type: 'markdown' }, 'unsupported_type'],
  ['url', { url: 'ftp://origin.test/a.pdf' }, 'url_scheme_not_allowed'],
  ['url', { url: 'http://127.0.0.1/a.pdf' }, 'url_blocked_host'],
  ['url', { url: 'https://a:b@origin.test/a.pdf' }, 'url_userinfo'],
  ['url', { url: urlOf('a'.repeat(2049)) }, 'url_too_long'],
  ['headers', { headers: { Host: 'x' } }, 'headers_forbidden'],
  ['headers', { headers: Object.fromEntries(many(9, (n) => [`h${n}`, 'v'])) }, 'headers_too_many'],
  ['headers', { headers: { a: 'v'.repeat(2049) } }, 'headers_too_large'],
  ['headers', { headers: { 'a b': 'v' } }, 'headers_invalid'],
  ['name', { name: 'n'.repeat(201) }, 'String should have at most 200 characters'],
  ['more', { more: 1 }, 'Extra inputs are not permitted'],
])('a document with a bad %s is refused: %j', async (field, fields, msg) => {
  expect(await problemsOf(document(fields))).toEqual([[`body.requests.0.documents.0.${field}`, msg]])
})

test.each([
  ['no items', [], 'body.requests', 'List should have at least 1 item'],
  ['no customId', [{}], 'body.requests.0.customId', 'Field required'],
  ['a customId of 65 characters', [item('a'.repeat(65))], 'body.requests.0.customId', /String should match/],
  ['a customId with an umlaut', [item('ä')], 'body.requests.0.customId', /String should match/],
  [
    'an unknown field',
    [{ customId: 'a', unknown: 1 }],
    'body.requests.0.unknown',
    'Extra inputs are not permitted',
  ],
  ['a bad persona', [{ customId: 'a', persona: { name: '' } }], 'body.requests.0.persona.name', /at least 1/],
])('a batch with %s is refused', async (_, requests, loc, msg) => {
  const [[where, what] = [], ...more] = await problemsOf(requests)
  expect(where).toBe(loc)
  expect(what).toMatch(msg)
  expect(more).toEqual([])
})

test('all problems of a batch are told at once, and nothing is created', async () => {
  const requests = [
    { customId: 'a', llm: { temperature: 9 }, documents: [{ url: 'ftp://x' }, { url: 7 }] },
    { customId: 'a', unknown: true },
  ]
  expect((await problemsOf(requests)).sort()).toEqual([
    ['body.requests.0.documents.0.url', 'url_scheme_not_allowed'],
    ['body.requests.0.documents.1.url', 'Input should be a valid string'],
    ['body.requests.0.llm.temperature', 'Input should be less than or equal to 2'],
    ['body.requests.1.customId', 'duplicate_custom_id'],
    ['body.requests.1.unknown', 'Extra inputs are not permitted'],
  ])
})

test.each([
  undefined,
  7,
  [],
  { requests: 'x' },
  { requests: [null, 1, 'x'] },
  { more: 1, requests: [{ customId: 'a' }] },
])('a body that is no batch is refused: %j', async (body) => {
  const world = await openKnowledge()
  expect(await world.call('POST', BATCH, { body })).toMatchObject({ status: 422 })
})

test('a body over 10 MB is refused, one just under it is read', async () => {
  const world = await openKnowledge()
  const filled = (length: number) => ({ requests: [{ customId: 'a', unknown: 'x'.repeat(length) }] })
  const { status, body } = await world.call('POST', BATCH, { body: filled(10 * 2 ** 20) })
  expect([status, body]).toEqual([413, { detail: 'Payload Too Large' }])
  expect(await world.call('POST', BATCH, { body: filled(10 * 2 ** 20 - 200) })).toMatchObject({ status: 422 })
})

test('without batches nothing can be submitted', async () => {
  const world = await openKnowledge({ overrides: { areBatchesEnabled: false } })
  expect(await world.submit(item('a'))).toMatchObject({
    status: 503,
    body: { detail: 'Batch creation is temporarily disabled' },
  })
})

test('the 501st character of the day is refused with what is left, until midnight UTC', async () => {
  const limits = { ...CONTRACT_LIMITS, batchCharactersPerDay: 3 }
  const world = await openKnowledge({ overrides: { limits } })
  await world.submit(item('a'), item('b'))
  const refused = await world.submit(item('a'), item('b'))
  expect(refused).toMatchObject({ status: 429, body: { detail: { remaining: 1, limit: 3 } } })
  // It is 03:04:05 in the morning.
  expect(refused.headers['retry-after']).toBe(String(20 * 3600 + 55 * 60 + 55))
  expect(await world.submit(item('a'))).toMatchObject({ status: 202 })
  expect((await world.call('GET', CHARACTERS)).body).toMatchObject({ total: 3 })
  await world.clock.adjust({ advance: 21 * 3_600_000 })
  expect(await world.submit(item('a'))).toMatchObject({ status: 202 })
})

test('the 21st submit within an hour is refused, single documents counted', async () => {
  const world = await openKnowledge()
  const characterId = await world.makeCharacter()
  const add = () =>
    world.call('POST', `${CHARACTERS}/${characterId}/documents`, { body: { url: urlOf('a.pdf') } })
  expect((await add()).status).toBe(202)
  for (let n = 1; n < 20; n += 1) expect((await world.submit(item('a'))).status).toBe(202)
  for (const refused of [await world.submit(item('a')), await add()]) {
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { detail: 'More than 20 batch submits in the last hour' },
    })
  }
  await world.clock.adjust({ advance: 3_600_000 })
  expect((await world.submit(item('a'))).status).toBe(202)
})

test('a refused submit counts towards no quota', async () => {
  const limits = { ...CONTRACT_LIMITS, batchSubmitsPerHour: 1 }
  const world = await openKnowledge({ overrides: { limits } })
  expect(await world.submit({ customId: 'a', document_ids: ['none'] })).toMatchObject({ status: 422 })
  expect(await world.submit(item('ä'))).toMatchObject({ status: 422 })
  expect(await world.submit(item('a'))).toMatchObject({ status: 202 })
})

test('while a batch runs no other with documents is accepted, and it is named', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await world.submit(item('a', 'a.pdf'))
  expect(await world.submit(item('b', 'b.pdf'))).toMatchObject({
    status: 429,
    headers: { 'retry-after': '30' },
    body: { detail: { message: 'A batch is already running', runningBatchId: batch.id } },
  })
  expect(await world.submit(item('c'))).toMatchObject({ status: 202, body: { status: 'completed' } })
  expect((await world.call('GET', CHARACTERS)).body).toMatchObject({ total: 2 })
  gate.open()
  await world.finished(batch.id)
  expect(await world.submit(item('b', 'b.pdf'))).toMatchObject({ status: 202 })
})

test('of submits at the same moment one runs', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const answers = await Promise.all(many(10, () => world.submit(item('a', 'a.pdf'))))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...many(9, () => 429)])
  gate.open()
})

test('a document that was added on its own neither is held up nor holds up', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const characterId = await world.makeCharacter()
  const add = () =>
    world.call('POST', `${CHARACTERS}/${characterId}/documents`, { body: { url: urlOf('a.pdf') } })
  expect((await add()).status).toBe(202)
  expect((await world.submit(item('a', 'a.pdf'))).status).toBe(202)
  expect((await add()).status).toBe(202)
  gate.open()
})

test('the same idempotency key gives the same batch for 24 hours', async () => {
  const world = await openKnowledge()
  const submit = (key: string, ...requests: object[]) =>
    world.call('POST', BATCH, { body: { requests }, headers: { 'idempotency-key': key } })
  const first = await submit('k', item('a'))
  const again = await submit('k', item('a'))
  expect([again.status, again.body]).toEqual([202, first.body])
  expect(again.headers.location).toBe(first.headers.location)
  expect(await submit('k', item('b'))).toMatchObject({
    status: 422,
    body: { detail: [{ msg: 'idempotency_key_reused' }] },
  })
  expect((await world.call('GET', CHARACTERS)).body).toMatchObject({ total: 1 })
  await world.clock.adjust({ advance: 86_400_000 })
  const next = await submit('k', item('a'))
  expect(next.status).toBe(202)
  expect(next.body).not.toEqual(first.body)
})

test('a key that is being answered is refused', async () => {
  const gate = createGate()
  const world = await openKnowledge()
  const { batches } = world.deps
  const create = batches.create
  Object.assign(batches, {
    create: async (creation: BatchCreation) => gate.opened.then(() => create(creation)),
  })
  const submit = () =>
    world.call('POST', BATCH, { body: { requests: [item('a')] }, headers: { 'idempotency-key': 'k' } })
  const first = submit()
  expect(await submit()).toMatchObject({
    status: 409,
    body: { detail: 'A request with this Idempotency-Key is being answered right now' },
  })
  gate.open()
  expect((await first).status).toBe(202)
})
