import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../../src/runtime/process/clock.js'
import { scheduleRetention } from '../../../src/runtime/services/store.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { aBatch, aCreation, aDocument } from '../../support/knowledge/document-records.js'
import { aCharacter } from '../../support/stores/store-records.js'

const DAY = 86_400_000

/** A finished batch of 2030-01-02, with a document, on a clock that the test moves. */
async function givenBatch() {
  const store = createInMemoryStore()
  const onFailure = (error: unknown) => {
    throw error
  }
  const clock = createClock({ startAt: new Date('2030-01-02T03:04:05Z'), frozen: true, onFailure })
  onTestFinished(async () => {
    clock.stop()
    await store.close()
  })
  await store.batches.create(
    aCreation({
      batch: aBatch({ status: 'completed' }),
      characters: [aCharacter({ id: 'c1' })],
      documents: [aDocument({ status: 'ready' })],
    }),
  )
  return { store, clock, stop: scheduleRetention({ ...store, clock }) }
}

test('a batch is removed within a day after its 30, and its documents stay', async () => {
  const { store, clock } = await givenBatch()
  await clock.adjust({ advance: 29 * DAY })
  expect(await store.batches.find('b1')).toBeDefined()
  await clock.adjust({ advance: DAY })
  expect(await store.batches.find('b1')).toBeUndefined()
  expect(await store.documents.find('d1')).toMatchObject({ status: 'ready' })
})

test('a sweep that was called off does not come', async () => {
  const { store, clock, stop } = await givenBatch()
  stop()
  await clock.adjust({ advance: 40 * DAY })
  expect(await store.batches.find('b1')).toBeDefined()
})
