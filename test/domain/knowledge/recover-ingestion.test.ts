import { expect, onTestFinished, test } from 'vitest'
import type { BatchWithDocuments } from '../../../src/domain/batches/ports.js'
import { completeIfDone } from '../../../src/domain/batches/transitions.js'
import {
  recoverBatches,
  requeueDocument,
  startAttempt,
} from '../../../src/domain/knowledge/recover-ingestion.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { aBatch, aCreation, aDocument } from '../../support/knowledge/document-records.js'
import { aCharacter } from '../../support/stores/store-records.js'

const NOW = '2030-01-05T00:00:00.000Z'
const clock = { now: () => new Date(NOW) }

/** A store of one batch, and what becomes of it. */
async function givenBatch({ batch, documents }: BatchWithDocuments) {
  const store = createInMemoryStore()
  onTestFinished(store.close)
  const characters = [aCharacter({ id: aDocument().agentId })]
  await store.batches.create(aCreation({ batch, characters, documents: [...documents] }))
  const state = async () => (await store.batches.find(batch.id)) ?? { batch, documents: [] }
  return { deps: { ...store, clock }, state }
}

test('what was begun waits again, and what was not begun stays as it is', async () => {
  const documents = [
    aDocument({ status: 'fetching', attempts: 1 }),
    aDocument({ id: 'd2', position: 2, status: 'processing', attempts: 11 }),
    aDocument({ id: 'd3', position: 3 }),
    aDocument({ id: 'd4', position: 4, status: 'ready' }),
  ]
  const { deps, state } = await givenBatch({ batch: aBatch(), documents })
  await recoverBatches(deps)
  expect(await state()).toEqual({
    batch: aBatch(),
    documents: [
      { ...documents[0], status: 'queued', updatedAt: NOW },
      { ...documents[1], status: 'queued', updatedAt: NOW },
      documents[2],
      documents[3],
    ],
  })
})

test('a document that was begun twelve times fails with executor_error, without its headers', async () => {
  const documents = [
    aDocument({ status: 'processing', attempts: 12, headers: 'key.sealed' }),
    aDocument({ id: 'd2', position: 2 }),
  ]
  const { deps, state } = await givenBatch({ batch: aBatch(), documents })
  await recoverBatches(deps)
  expect((await state()).batch.status).toBe('processing')
  expect((await state()).documents[0]).toMatchObject({
    status: 'failed',
    headers: null,
    error: { code: 'executor_error', message: 'Processing was interrupted too often' },
  })
})

test.each([
  ['processing', 'completed'],
  ['cancelling', 'cancelled'],
] as const)('a %s batch of which nothing is left to do is %s', async (status, end) => {
  const documents = [aDocument({ status: 'fetching', attempts: 12 })]
  const { deps, state } = await givenBatch({ batch: aBatch({ status }), documents })
  await recoverBatches(deps)
  expect((await state()).batch).toEqual(aBatch({ status: end, completedAt: NOW }))
})

test('in a batch that was being cancelled, documents in flight go on', async () => {
  const documents = [aDocument({ status: 'fetching', attempts: 1 })]
  const { deps, state } = await givenBatch({ batch: aBatch({ status: 'cancelling' }), documents })
  await recoverBatches(deps)
  expect(await state()).toMatchObject({ batch: { status: 'cancelling' }, documents: [{ status: 'queued' }] })
})

test('a document that is put back was not begun; one that ended meanwhile stays so', async () => {
  const started = startAttempt(aDocument({ attempts: 3 }), NOW)
  expect(started).toMatchObject({ status: 'fetching', attempts: 4 })
  const ended = aDocument({ id: 'd2', position: 2, status: 'failed', attempts: 1 })
  const { deps, state } = await givenBatch({ batch: aBatch(), documents: [started, ended] })
  await requeueDocument(deps, started)
  await requeueDocument(deps, ended)
  expect((await state()).documents).toEqual([aDocument({ attempts: 3, updatedAt: NOW }), ended])
})

test('a batch ends with the change that ends its last document', () => {
  const state = {
    batch: aBatch(),
    documents: [aDocument(), aDocument({ id: 'd2', position: 2, status: 'ready' })],
  }
  expect(completeIfDone(state, {}, NOW)).toEqual({})
  const change = { documents: [aDocument({ status: 'failed' })] }
  expect(completeIfDone(state, change, NOW)).toEqual({
    ...change,
    batch: aBatch({ status: 'completed', completedAt: NOW }),
  })
})
