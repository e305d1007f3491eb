import { expect, test } from 'vitest'
import type { BatchWithItems } from '../../../src/contract/batches.js'
import { NOW } from '../../support/http/http.js'
import {
  BATCH,
  CHARACTERS,
  createGate,
  failing,
  gated,
  openKnowledge,
  urlOf,
} from '../../support/knowledge/document-world.js'

const item = (customId: string, ...names: string[]) => ({
  customId,
  documents: names.map((name) => ({ url: urlOf(name) })),
})

test('a batch with documents is accepted in processing, and its characters are there at once', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { status, headers, batch } = await world.submit(
    { ...item('one', 'a.pdf'), persona: { name: 'One' }, tts: { voice: 'v' } },
    { customId: 'two', persona: { name: 'Two', unknown: 1 } },
  )
  expect(status).toBe(202)
  expect(headers).toMatchObject({ location: `${BATCH}/${batch.id}`, 'retry-after': '5' })
  expect(batch).toEqual({
    id: expect.stringMatching(/^cb_/),
    status: 'processing',
    orgId: null,
    counts: { total: 2, queued: 1, processing: 0, succeeded: 1, failed: 0, cancelled: 0 },
    documentCounts: { total: 1, queued: 1, fetching: 0, processing: 0, ready: 0, failed: 0, cancelled: 0 },
    createdAt: NOW,
    completedAt: null,
    expiresAt: '2030-02-01T03:04:05.000Z',
    retryOf: null,
  })
  const { body } = await world.call('GET', CHARACTERS)
  expect((body as { characters: { name: string }[] }).characters.map(({ name }) => name).sort()).toEqual([
    'One',
    'Two',
  ])

  const running = await world.call('GET', `${BATCH}/${batch.id}`)
  expect(running.headers['retry-after']).toBe('5')
  gate.open()
  const done = await world.finished(batch.id)
  expect((await world.call('GET', `${BATCH}/${batch.id}`)).headers['retry-after']).toBeUndefined()
  const { chunkCount, totalTokens } = { chunkCount: 1, totalTokens: 3 }
  expect(done).toEqual({
    ...batch,
    status: 'completed',
    completedAt: NOW,
    counts: { ...batch.counts, queued: 0, succeeded: 2 },
    documentCounts: { ...batch.documentCounts, queued: 0, ready: 1 },
    items: [
      {
        customId: 'one',
        index: 0,
        status: 'succeeded',
        characterId: expect.any(String),
        documents: [
          {
            name: 'a.pdf',
            url: urlOf('a.pdf'),
            documentId: expect.any(String),
            status: 'ready',
            chunkCount,
            totalTokens,
            error: null,
          },
        ],
        error: null,
        warnings: [],
      },
      {
        customId: 'two',
        index: 1,
        status: 'succeeded',
        characterId: expect.any(String),
        documents: [],
        error: null,
        warnings: [
          {
            code: 'text_only_inferred',
            message: 'No voice configured, so text_only is true',
            path: 'text_only',
          },
        ],
      },
    ],
  })
})

test('a batch without documents is completed when it is accepted', async () => {
  const world = await openKnowledge()
  const { status, batch } = await world.submit({ customId: 'one' }, { customId: 'two', documents: [] })
  expect(status).toBe(202)
  expect(batch).toMatchObject({ status: 'completed', completedAt: NOW, counts: { total: 2, succeeded: 2 } })
})

test('a document that fails is told by the item, which succeeds', async () => {
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: failing('fetch_http_error', 404) } })
  const { batch } = await world.submit(item('one', 'a.pdf', 'b.pdf'))
  const done = await world.finished(batch.id)
  expect(done).toMatchObject({
    status: 'completed',
    counts: { succeeded: 1, failed: 0 },
    documentCounts: { total: 2, ready: 1, failed: 1 },
  })
  expect(done.items[0]).toMatchObject({
    status: 'succeeded',
    documents: [
      {
        status: 'failed',
        error: { code: 'fetch_http_error', message: 'it is fetch_http_error', httpStatus: 404 },
      },
      { status: 'ready' },
    ],
    warnings: [
      expect.objectContaining({ code: 'text_only_inferred' }),
      { code: 'document_failed', message: 'it is fetch_http_error', path: 'documents.0' },
    ],
  })
  expect(done.items[0]?.documents[0]).not.toHaveProperty('chunkCount')
})

test('an item is queued, then processing while only some of its documents are done', async () => {
  const first = createGate()
  const second = createGate()
  const world = await openKnowledge({
    concurrency: 1,
    scripts: { [urlOf('a.pdf')]: gated(first.opened), [urlOf('b.pdf')]: gated(second.opened) },
  })
  const { batch } = await world.submit(item('one', 'a.pdf', 'b.pdf'))
  expect(batch.counts).toMatchObject({ queued: 1, processing: 0 })
  first.open()
  await world.until(async () => (await world.batch(batch.id)).documentCounts.ready === 1)
  expect((await world.batch(batch.id)).counts).toMatchObject({ processing: 1, succeeded: 0 })
  second.open()
  expect((await world.finished(batch.id)).counts).toMatchObject({ processing: 0, succeeded: 1 })
})

test('items with the same whole URL share one download, and the others say that they are copies', async () => {
  const world = await openKnowledge()
  const { batch } = await world.submit(item('one', 'a.pdf'), item('two', 'a.pdf?v=2'), {
    customId: 'three',
    documents: [{ url: urlOf('a.pdf'), name: 'Other name' }],
  })
  const done = await world.finished(batch.id)
  expect(world.asked.map(({ url }) => url).sort()).toEqual([urlOf('a.pdf'), urlOf('a.pdf?v=2')])
  expect(done.documentCounts).toMatchObject({ ready: 3 })
  const codes = done.items.map(({ warnings }) => warnings.map(({ code }) => code))
  expect(codes).toEqual([
    ['text_only_inferred'],
    ['text_only_inferred'],
    ['text_only_inferred', 'document_copied'],
  ])
  expect(done.items[2]?.documents[0]).toMatchObject({ name: 'Other name', status: 'ready', totalTokens: 3 })
  const [one, , three] = done.items.map(({ documents }) => documents[0]?.documentId ?? '')
  expect(one).not.toBe(three)
})

test('a copy fails with the download that it waits for', async () => {
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: failing('fetch_timeout') } })
  const { batch } = await world.submit(item('one', 'a.pdf'), item('two', 'a.pdf'))
  const done = await world.finished(batch.id)
  expect(world.asked).toHaveLength(1)
  expect(done.items.map(({ documents }) => documents[0]?.error?.code)).toEqual([
    'fetch_timeout',
    'fetch_timeout',
  ])
})

test('a copy that has headers of its own fetches by itself when the first download failed', async () => {
  const world = await openKnowledge({
    scripts: {
      [urlOf('a.pdf')]: async ({ headers }, signal) =>
        headers['Authorization'] === 'Bearer 1'
          ? 'text'
          : failing('fetch_http_error', 401)({ url: '', headers }, signal),
    },
  })
  const authorized = { url: urlOf('a.pdf'), headers: { Authorization: 'Bearer 1' } }
  const { batch } = await world.submit(item('one', 'a.pdf'), item('two', 'a.pdf'), {
    customId: 'three',
    documents: [authorized],
  })
  const done = await world.finished(batch.id)
  expect(done.items.map(({ documents }) => documents[0]?.status)).toEqual(['failed', 'failed', 'ready'])
  expect(world.asked).toHaveLength(2)
})

test("when the first item's character is deleted while it downloads, the copy fetches by itself", async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await world.submit(item('one', 'a.pdf'), item('two', 'a.pdf'))
  await world.until(() => world.asked.length === 1)
  const characterId = (await world.batch(batch.id)).items[0]?.characterId
  await world.call('DELETE', `${CHARACTERS}/${characterId}`)
  gate.open()
  const done = await world.finished(batch.id)
  expect(world.asked).toHaveLength(2)
  expect(done.items.map(({ documents }) => documents.map(({ status }) => status))).toEqual([[], ['ready']])
})

test('a batch whose last running character is deleted ends', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await world.submit(item('one', 'a.pdf'))
  const characterId = (await world.batch(batch.id)).items[0]?.characterId
  await world.call('DELETE', `${CHARACTERS}/${characterId}`)
  expect(await world.finished(batch.id)).toMatchObject({ status: 'completed', completedAt: NOW })
})

test('an item whose character cannot be created fails alone, and a copy of its document fetches by itself', async () => {
  const world = await openKnowledge()
  const { ids } = world.deps
  const real = ids.uuid
  let calls = 0
  // The first id is the batch's, the second that of the first character.
  Object.assign(ids, {
    uuid: () => {
      calls += 1
      if (calls === 2) throw new Error('no id')
      return real()
    },
  })
  const { batch } = await world.submit(item('one', 'a.pdf'), item('two', 'a.pdf'))
  const done = await world.finished(batch.id)
  expect(done.counts).toMatchObject({ total: 2, failed: 1, succeeded: 1 })
  expect(done.items).toMatchObject([
    {
      status: 'failed',
      characterId: null,
      documents: [],
      error: { code: 'executor_error', message: 'The character could not be created' },
    },
    { status: 'succeeded', error: null, documents: [{ status: 'ready' }] },
  ])
  expect(done.items[1]?.warnings.map(({ code }) => code)).toEqual(['text_only_inferred'])
})

test('the player of the request is stamped on every character', async () => {
  const world = await openKnowledge()
  const { body } = await world.call('POST', BATCH, {
    body: { requests: [item('one'), item('two')] },
    playerId: 'ada',
  })
  const { items } = await world.batch((body as { id: string }).id)
  for (const { characterId } of items) {
    expect(await world.call('GET', `${CHARACTERS}/${characterId}`)).toMatchObject({
      body: { player_id: 'ada' },
    })
  }
})

test('a batch of another account or player is not there, and a player may not change it', async () => {
  const world = await openKnowledge()
  const { batch } = await world.submit(item('one'))
  const path = `${BATCH}/${batch.id}`
  const stranger = { key: world.otherKey }
  expect(await world.call('GET', path, stranger)).toMatchObject({
    status: 404,
    body: { detail: 'Batch not found' },
  })
  expect(await world.call('POST', `${path}/cancel`, stranger)).toMatchObject({ status: 404 })
  expect(await world.call('POST', `${path}/retry`, stranger)).toMatchObject({ status: 404 })
  expect(await world.call('GET', path, { playerId: 'ada' })).toMatchObject({ status: 404 })
  expect(await world.call('POST', `${path}/cancel`, { playerId: 'ada' })).toMatchObject({ status: 403 })
  expect(await world.call('POST', `${path}/retry`, { playerId: 'ada' })).toMatchObject({ status: 403 })
  expect(await world.call('GET', BATCH, { playerId: 'ada' })).toMatchObject({
    body: { batches: [], total: 0 },
  })
})

test('batches are listed newest first, without items, page by page', async () => {
  const world = await openKnowledge()
  const ids = []
  for (const customId of ['one', 'two', 'three']) {
    ids.push((await world.submit(item(customId))).batch.id)
    await world.clock.adjust({ advance: 1000 })
  }
  const { body } = await world.call('GET', `${BATCH}?limit=2&offset=1`)
  const page = body as { batches: { id: string }[] }
  expect(page).toMatchObject({ total: 3, limit: 2, offset: 1 })
  expect(page.batches.map(({ id }) => id)).toEqual([ids[1], ids[0]])
  expect(page.batches[0]).not.toHaveProperty('items')
})

const DAY = 86_400_000

test('a batch is gone after 30 days, and its documents stay', async () => {
  const world = await openKnowledge()
  const { batch } = await world.submit(item('one', 'a.pdf'))
  const { items } = (await world.finished(batch.id)) as BatchWithItems
  await world.clock.adjust({ advance: 30 * DAY - 1 })
  expect(await world.call('GET', `${BATCH}/${batch.id}`)).toMatchObject({ status: 200 })
  expect(await world.call('GET', BATCH)).toMatchObject({ body: { total: 1 } })
  await world.clock.adjust({ advance: 1 })
  expect(await world.call('GET', `${BATCH}/${batch.id}`)).toMatchObject({ status: 404 })
  expect(await world.call('POST', `${BATCH}/${batch.id}/retry`)).toMatchObject({ status: 404 })
  expect(await world.call('GET', BATCH)).toMatchObject({ body: { batches: [], total: 0 } })
  expect(await world.document(items[0]?.documents[0]?.documentId ?? '')).toMatchObject({ status: 'ready' })
})
