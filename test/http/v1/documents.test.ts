import { expect, test } from 'vitest'
import { NOW } from '../../support/http/http.js'
import {
  CHARACTERS,
  createGate,
  failing,
  gated,
  openKnowledge,
  urlOf,
} from '../../support/knowledge/document-world.js'

type Added = { documentId: string; batchId: string }

async function givenDocument(
  world: Awaited<ReturnType<typeof openKnowledge>>,
  input: object = { url: urlOf('a.pdf') },
) {
  const characterId = await world.makeCharacter()
  const answer = await world.call('POST', `${CHARACTERS}/${characterId}/documents`, { body: input })
  return { characterId, answer, ...(answer.body as Added) }
}

test('a document that is added is accepted at once, and says where to look for it', async () => {
  const gate = createGate()
  const url = `${urlOf('folder/a%20b.pdf')}?token=secret`
  const world = await openKnowledge({ scripts: { [url]: gated(gate.opened) } })
  const { answer, documentId, batchId } = await givenDocument(world, { url })
  expect(answer.status).toBe(202)
  expect(answer.body).toEqual({
    documentId,
    batchId: expect.stringMatching(/^cb_[0-9a-f]{32}$/),
    status: 'queued',
    name: 'a b.pdf',
    url: urlOf('folder/a%20b.pdf'),
  })
  expect(answer.headers).toMatchObject({
    location: `${CHARACTERS}/documents/${documentId}`,
    'retry-after': '5',
  })
  expect(await world.batch(batchId)).toMatchObject({ status: 'processing', documentCounts: { total: 1 } })
  gate.open()
  await world.finished(batchId)
})

test('it goes from queued over fetching and processing to ready, and fills up on the way', async () => {
  const fetch = createGate()
  const read = createGate()
  const world = await openKnowledge({
    scripts: { [urlOf('a.pdf')]: gated(fetch.opened) },
    reader: {
      read: async () => {
        await read.opened
        const passage = { text: 'x', tokens: 2, firstPage: 1, lastPage: 3 }
        return { pageCount: 3, totalTokens: 4, passages: [passage, passage] }
      },
    },
  })
  const { documentId, batchId, characterId } = await givenDocument(world)
  const common = {
    id: documentId,
    agentId: characterId,
    filename: 'a.pdf',
    contentType: 'application/pdf',
    sourceUrl: urlOf('a.pdf'),
    error: null,
    createdAt: NOW,
    updatedAt: NOW,
  }
  const empty = { fileSize: 0, chunkCount: 0, totalTokens: 0, pageCount: 0 }
  const poll = () => world.call('GET', `${CHARACTERS}/documents/${documentId}`)

  await world.until(() => world.asked.length === 1)
  expect(await poll()).toMatchObject({
    headers: { 'retry-after': '5' },
    body: { ...common, ...empty, status: 'fetching' },
  })
  fetch.open()
  await world.until(async () => (await world.document(documentId)).status === 'processing')
  const fileSize = `text of ${urlOf('a.pdf')}`.length
  expect(await poll()).toMatchObject({
    headers: { 'retry-after': '5' },
    body: { ...common, ...empty, fileSize, status: 'processing' },
  })
  read.open()
  await world.finished(batchId)
  const ready = await poll()
  expect(ready.headers['retry-after']).toBeUndefined()
  expect(ready.body).toEqual({
    ...common,
    status: 'ready',
    fileSize,
    chunkCount: 2,
    totalTokens: 4,
    pageCount: 3,
  })
})

test('a list has the documents of every status, oldest first', async () => {
  const world = await openKnowledge({ scripts: { [urlOf('bad.pdf')]: failing('fetch_http_error', 404) } })
  const characterId = await world.makeCharacter()
  const path = `${CHARACTERS}/${characterId}/documents`
  for (const name of ['bad.pdf', 'good.pdf']) {
    const { body } = await world.call('POST', path, { body: { url: urlOf(name) } })
    await world.finished((body as Added).batchId)
    await world.clock.adjust({ advance: 1000 })
  }
  expect(await world.call('GET', path)).toMatchObject({
    status: 200,
    body: {
      documents: [
        {
          filename: 'bad.pdf',
          status: 'failed',
          error: { code: 'fetch_http_error', message: 'it is fetch_http_error', httpStatus: 404 },
        },
        { filename: 'good.pdf', status: 'ready' },
      ],
      total: 2,
    },
  })
})

test.each([
  ['fetch_blocked'],
  ['fetch_dns_failed'],
  ['fetch_connection_error'],
  ['fetch_timeout'],
  ['fetch_too_large'],
  ['fetch_too_many_redirects'],
] as const)('a document whose origin gives %s fails with it', async (code) => {
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: failing(code) } })
  const { documentId, batchId } = await givenDocument(world)
  await world.finished(batchId)
  expect(await world.document(documentId)).toMatchObject({
    status: 'failed',
    error: { code, message: `it is ${code}` },
  })
})

test('what the origin sends as its name counts unless a name was given', async () => {
  const world = await openKnowledge()
  const named = await givenDocument(world, { url: urlOf('a.pdf'), name: 'Handbook' })
  expect(named.answer.body).toMatchObject({ name: 'Handbook' })
  await world.finished(named.batchId)
  expect(await world.document(named.documentId)).toMatchObject({ filename: 'Handbook', status: 'ready' })
})

test('a document that is being ingested cannot be deleted; afterwards it can', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { characterId, documentId, batchId } = await givenDocument(world)
  const path = `${CHARACTERS}/${characterId}/documents/${documentId}`
  expect(await world.call('DELETE', path)).toMatchObject({
    status: 409,
    body: { detail: 'The document is being ingested; cancel its batch first' },
  })
  gate.open()
  await world.finished(batchId)
  expect(await world.call('DELETE', path)).toMatchObject({ status: 204, body: null })
  expect(await world.call('DELETE', path)).toMatchObject({ status: 404 })
  expect(await world.call('GET', `${CHARACTERS}/documents/${documentId}`)).toMatchObject({
    status: 404,
    body: { detail: 'Document not found' },
  })
})

test('a document is deleted under its own character only', async () => {
  const world = await openKnowledge()
  const { documentId, batchId } = await givenDocument(world)
  await world.finished(batchId)
  const other = await world.makeCharacter()
  expect(await world.call('DELETE', `${CHARACTERS}/${other}/documents/${documentId}`)).toMatchObject({
    status: 404,
  })
  expect(await world.document(documentId)).toMatchObject({ status: 'ready' })
})

test('of twenty documents that are added at once a character takes ten', async () => {
  const gate = createGate()
  const urls = Array.from({ length: 20 }, (_, n) => urlOf(`${n}.pdf`))
  const world = await openKnowledge({
    scripts: Object.fromEntries(urls.map((url) => [url, gated(gate.opened)])),
  })
  const characterId = await world.makeCharacter()
  const path = `${CHARACTERS}/${characterId}/documents`
  const answers = await Promise.all(urls.map((url) => world.call('POST', path, { body: { url } })))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.body).toEqual({ detail: 'A character may hold at most 10 active documents' })
  expect(await world.call('GET', path)).toMatchObject({ body: { total: 10 } })
  gate.open()
})

test('documents that failed do not count towards the ten', async () => {
  const scripts = Object.fromEntries(
    [...'0123456789'].map((n) => [urlOf(`bad${n}`), failing('fetch_timeout')]),
  )
  const world = await openKnowledge({ scripts })
  const characterId = await world.makeCharacter()
  const path = `${CHARACTERS}/${characterId}/documents`
  for (const url of Object.keys(scripts)) {
    const { body } = await world.call('POST', path, { body: { url } })
    await world.finished((body as Added).batchId)
  }
  expect(await world.call('POST', path, { body: { url: urlOf('good') } })).toMatchObject({ status: 202 })
})

test('all that is wrong with a document is said at once', async () => {
  const world = await openKnowledge()
  const characterId = await world.makeCharacter()
  const body = { url: 'ftp://origin.test/a', type: 'markdown', headers: { Host: 'x' }, name: '', more: 1 }
  const answer = await world.call('POST', `${CHARACTERS}/${characterId}/documents`, { body })
  expect(answer.status).toBe(422)
  const { detail } = answer.body as { detail: { loc: unknown; msg: string }[] }
  expect(detail.map(({ loc, msg }) => [loc, msg])).toEqual(
    expect.arrayContaining([
      [['body', 'url'], 'url_scheme_not_allowed'],
      [['body', 'type'], 'unsupported_type'],
      [['body', 'headers'], 'headers_forbidden'],
      [['body', 'name'], 'String should have at least 1 character'],
      [['body', 'more'], 'Extra inputs are not permitted'],
    ]),
  )
  expect(detail).toHaveLength(5)
})

test('without batches a document cannot be added', async () => {
  const world = await openKnowledge({ overrides: { areBatchesEnabled: false } })
  const { answer } = await givenDocument(world)
  expect(answer).toMatchObject({ status: 503, body: { detail: 'Batch creation is temporarily disabled' } })
})

test('the documents of a character of the developer are closed to players', async () => {
  const world = await openKnowledge()
  const { characterId, documentId, batchId } = await givenDocument(world)
  await world.finished(batchId)
  const path = `${CHARACTERS}/${characterId}/documents`
  const ask = async (method: string, url: string, body?: object) =>
    (await world.call(method, url, { playerId: 'ada', body })).status
  expect(await ask('GET', path)).toBe(404)
  expect(await ask('GET', `${CHARACTERS}/documents/${documentId}`)).toBe(404)
  expect(await ask('GET', `${CHARACTERS}/documents/${documentId}/view-url`)).toBe(404)
  expect(await ask('POST', path, { url: urlOf('b.pdf') })).toBe(403)
  expect(await ask('DELETE', `${path}/${documentId}`)).toBe(403)
})

test('documents of another account are not there', async () => {
  const world = await openKnowledge()
  const { characterId, documentId, batchId } = await givenDocument(world)
  await world.finished(batchId)
  const path = `${CHARACTERS}/${characterId}/documents`
  const ask = async (method: string, url: string, body?: object) =>
    (await world.call(method, url, { key: world.otherKey, body })).status
  expect(await ask('GET', path)).toBe(404)
  expect(await ask('GET', `${CHARACTERS}/documents/${documentId}`)).toBe(404)
  expect(await ask('POST', path, { url: urlOf('b.pdf') })).toBe(404)
  expect(await ask('DELETE', `${path}/${documentId}`)).toBe(404)
})

test('an organization that the caller is no member of is refused on every document route', async () => {
  const world = await openKnowledge()
  const { characterId, documentId } = await givenDocument(world)
  const headers = { 'x-org-id': 'elsewhere' }
  const path = `${CHARACTERS}/${characterId}/documents`
  const asked = [
    ['GET', path],
    ['POST', path, { url: urlOf('b.pdf') }],
    ['GET', `${CHARACTERS}/documents/${documentId}`],
    ['GET', `${CHARACTERS}/documents/${documentId}/view-url`],
    ['DELETE', `${path}/${documentId}`],
  ] as const
  for (const [method, url, body] of asked) {
    expect(await world.call(method, url, { headers, body })).toMatchObject({ status: 403 })
  }
})
