import { expect, test } from 'vitest'
import {
  BATCH,
  CHARACTERS,
  createGate,
  failing,
  gated,
  openKnowledge,
  type Script,
  urlOf,
} from '../../support/knowledge/document-world.js'

const item = (customId: string, ...names: string[]) => ({
  customId,
  documents: names.map((name) => ({ url: urlOf(name) })),
})

/** A finished batch: one document is ready, the others failed. */
async function givenFailed() {
  let isBroken = true
  const broken: Script = async (source, signal) =>
    isBroken ? failing('fetch_http_error', 503)(source, signal) : 'text'
  const world = await openKnowledge({
    scripts: { [urlOf('b.pdf?v=1')]: broken, [urlOf('c.pdf')]: broken },
  })
  const { batch } = await world.submit(item('one', 'a.pdf', 'b.pdf?v=1'), item('two', 'c.pdf'), item('three'))
  const done = await world.finished(batch.id)
  const retry = (body?: object) => world.call('POST', `${BATCH}/${batch.id}/retry`, { body })
  return {
    world,
    done,
    retry,
    mend: () => {
      isBroken = false
    },
  }
}

test('a retry fetches what failed onto the same characters, with the whole URL, as new documents', async () => {
  const { world, done, retry, mend } = await givenFailed()
  mend()
  world.asked.length = 0
  const answer = await retry()
  const { id } = answer.body as { id: string }
  expect(answer).toMatchObject({
    status: 202,
    headers: { location: `${BATCH}/${id}`, 'retry-after': '5' },
    body: { status: 'processing', retryOf: done.id, counts: { total: 2 }, documentCounts: { total: 2 } },
  })
  const again = await world.finished(id)
  expect(world.asked.map(({ url }) => url).sort()).toEqual([urlOf('b.pdf?v=1'), urlOf('c.pdf')])
  expect(again.items.map(({ customId, index, characterId }) => [customId, index, characterId])).toEqual([
    ['one', 0, done.items[0]?.characterId],
    ['two', 1, done.items[1]?.characterId],
  ])
  expect(again.documentCounts).toMatchObject({ ready: 2 })
  expect(again.items[0]?.documents[0]?.documentId).not.toBe(done.items[0]?.documents[1]?.documentId)
  expect(await world.batch(done.id)).toEqual(done)
  const list = await world.call('GET', `${CHARACTERS}/${done.items[0]?.characterId}/documents`)
  expect(list.body).toMatchObject({ total: 3 })
})

test('a retry can be of some items only', async () => {
  const { world, retry } = await givenFailed()
  const { body } = await retry({ customIds: ['two'] })
  const { items } = await world.finished((body as { id: string }).id)
  expect(items.map(({ customId }) => customId)).toEqual(['two'])
})

test('an item that the batch does not have cannot be retried', async () => {
  const { retry } = await givenFailed()
  expect(await retry({ customIds: ['two', 'nobody'] })).toMatchObject({
    status: 422,
    body: {
      detail: [
        {
          loc: ['body', 'customIds', 1],
          msg: 'Input should be the customId of an item of the batch',
          type: 'value_error',
        },
      ],
    },
  })
})

test('headers of a retry go to the documents whose shortened URL they name', async () => {
  const { world, retry, mend } = await givenFailed()
  mend()
  world.asked.length = 0
  const { body } = await retry({ headers: { [urlOf('b.pdf')]: { Authorization: 'Bearer 1' } } })
  await world.finished((body as { id: string }).id)
  const sent = new Map(world.asked.map(({ url, headers }) => [url, headers]))
  expect(sent.get(urlOf('b.pdf?v=1'))).toEqual({ Authorization: 'Bearer 1' })
  expect(sent.get(urlOf('c.pdf'))).toEqual({})
})

test('headers of a retry keep the rules of headers', async () => {
  const { retry } = await givenFailed()
  expect(await retry({ headers: { [urlOf('b.pdf')]: { Host: 'x' } } })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'headers', urlOf('b.pdf')], msg: 'headers_forbidden' }] },
  })
})

test('an unknown field in a retry is refused', async () => {
  const { retry } = await givenFailed()
  expect(await retry({ more: 1 })).toMatchObject({ status: 422 })
})

test('a finished batch with nothing to retry is refused', async () => {
  const world = await openKnowledge()
  const { batch } = await world.submit(item('one', 'a.pdf'))
  await world.finished(batch.id)
  expect(await world.call('POST', `${BATCH}/${batch.id}/retry`)).toMatchObject({
    status: 400,
    body: { detail: 'There is nothing to retry' },
  })
})

test('a running batch cannot be retried', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await world.submit(item('one', 'a.pdf'))
  expect(await world.call('POST', `${BATCH}/${batch.id}/retry`)).toMatchObject({
    status: 409,
    body: { detail: 'The batch is still running' },
  })
  gate.open()
})

test('cancelled documents are retried as well', async () => {
  const world = await openKnowledge()
  await world.ingestion.stop()
  const { batch } = await world.submit(item('one', 'a.pdf'))
  await world.call('POST', `${BATCH}/${batch.id}/cancel`)
  await world.ingestion.start()
  const { body } = await world.call('POST', `${BATCH}/${batch.id}/retry`)
  expect(await world.finished((body as { id: string }).id)).toMatchObject({ documentCounts: { ready: 1 } })
})

test('without batches nothing can be retried', async () => {
  const world = await openKnowledge({ overrides: { areBatchesEnabled: false } })
  expect(await world.call('POST', `${BATCH}/cb_any/retry`)).toMatchObject({ status: 503 })
})

test('a failed item is created again from what was asked for, and what it attached and is gone becomes a warning', async () => {
  const world = await openKnowledge()
  const source = await world.submit(item('source', 'a.pdf'))
  const documentId = (await world.finished(source.batch.id)).items[0]?.documents[0]?.documentId
  const { ids } = world.deps
  const real = ids.uuid
  let calls = 0
  Object.assign(ids, {
    uuid: () => {
      calls += 1
      if (calls === 2) throw new Error('no id')
      return real()
    },
  })
  const { batch } = await world.submit({
    ...item('one', 'b.pdf'),
    persona: { name: 'Again' },
    document_ids: [documentId],
  })
  expect((await world.batch(batch.id)).items[0]).toMatchObject({ status: 'failed' })
  const characterId = (await world.batch(source.batch.id)).items[0]?.characterId
  await world.call('DELETE', `${CHARACTERS}/${characterId}/documents/${documentId}`)

  const { body } = await world.call('POST', `${BATCH}/${batch.id}/retry`)
  const done = await world.finished((body as { id: string }).id)
  expect(done).toMatchObject({
    retryOf: batch.id,
    counts: { succeeded: 1 },
    documentCounts: { total: 1, ready: 1 },
  })
  expect(done.items[0]?.warnings).toContainEqual({
    code: 'document_not_found',
    message: 'Document not found',
    path: 'document_ids.0',
  })
  expect(await world.call('GET', `${CHARACTERS}/${done.items[0]?.characterId}`)).toMatchObject({
    body: { name: 'Again' },
  })
})
