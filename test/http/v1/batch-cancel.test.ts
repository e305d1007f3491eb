import { expect, test } from 'vitest'
import { NOW } from '../../support/http/http.js'
import {
  BATCH,
  CHARACTERS,
  createGate,
  gated,
  openKnowledge,
  urlOf,
} from '../../support/knowledge/document-world.js'

const item = (customId: string, ...names: string[]) => ({
  customId,
  documents: names.map((name) => ({ url: urlOf(name) })),
})

/** A batch of which one document is in flight and two have not been started. */
async function givenRunning() {
  const gate = createGate()
  const world = await openKnowledge({ concurrency: 1, scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await world.submit(item('one', 'a.pdf', 'b.pdf'), item('two', 'c.pdf'))
  await world.until(() => world.asked.length === 1)
  return { world, gate, batch, cancel: () => world.call('POST', `${BATCH}/${batch.id}/cancel`) }
}

test('cancelling stops what was not started, and lets what is in flight finish', async () => {
  const { world, gate, batch, cancel } = await givenRunning()
  expect(await cancel()).toMatchObject({
    status: 200,
    body: {
      id: batch.id,
      status: 'cancelling',
      completedAt: null,
      documentCounts: { total: 3, fetching: 1, cancelled: 2 },
      counts: { total: 2, processing: 1, succeeded: 1, cancelled: 0 },
    },
  })
  const during = await world.call('GET', `${BATCH}/${batch.id}`)
  expect(during).toMatchObject({ headers: { 'retry-after': '5' }, body: { status: 'cancelling' } })
  gate.open()
  const done = await world.finished(batch.id)
  expect(done).toMatchObject({
    status: 'cancelled',
    completedAt: NOW,
    counts: { total: 2, succeeded: 2 },
    documentCounts: { ready: 1, cancelled: 2 },
  })
  expect(world.asked).toHaveLength(1)
  expect(done.items[0]?.documents[1]).toMatchObject({
    status: 'cancelled',
    error: { code: 'cancelled', message: 'The batch was cancelled before this document ran' },
  })
  expect(done.items[1]?.warnings.at(-1)).toEqual({
    code: 'document_cancelled',
    message: 'Cancelled before it ran',
    path: 'documents.0',
  })
  for (const { characterId } of done.items) {
    expect(await world.call('GET', `${CHARACTERS}/${characterId}`)).toMatchObject({ status: 200 })
  }
})

test('a batch with nothing in flight answers that it is cancelling, and is cancelled right after', async () => {
  const world = await openKnowledge()
  await world.ingestion.stop()
  const { batch } = await world.submit(item('one', 'a.pdf'))
  const answer = await world.call('POST', `${BATCH}/${batch.id}/cancel`)
  expect(answer).toMatchObject({ status: 200, body: { status: 'cancelling' } })
  expect(await world.batch(batch.id)).toMatchObject({ status: 'cancelled', completedAt: NOW })
})

test('cancelling twice changes nothing more', async () => {
  const { world, gate, batch, cancel } = await givenRunning()
  const first = await cancel()
  expect((await cancel()).body).toEqual(first.body)
  gate.open()
  await world.finished(batch.id)
})

test('a finished batch cannot be cancelled', async () => {
  const world = await openKnowledge()
  const { batch } = await world.submit(item('one'))
  expect(await world.call('POST', `${BATCH}/${batch.id}/cancel`)).toMatchObject({
    status: 409,
    body: { detail: 'The batch is finished' },
  })
})

test('a document that was added on its own is cancelled by its batch', async () => {
  const world = await openKnowledge()
  await world.ingestion.stop()
  const characterId = await world.makeCharacter()
  const { body } = await world.call('POST', `${CHARACTERS}/${characterId}/documents`, {
    body: { url: urlOf('a.pdf') },
  })
  const { documentId, batchId } = body as { documentId: string; batchId: string }
  expect(await world.call('POST', `${BATCH}/${batchId}/cancel`)).toMatchObject({ status: 200 })
  expect(await world.document(documentId)).toMatchObject({
    status: 'cancelled',
    error: { code: 'cancelled' },
  })
})

test('a batch that cannot be found cannot be cancelled', async () => {
  const world = await openKnowledge()
  expect(await world.call('POST', `${BATCH}/cb_none/cancel`)).toMatchObject({ status: 404 })
})
