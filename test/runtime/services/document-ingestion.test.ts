import { expect, test } from 'vitest'
import type { Timers } from '../../../src/domain/clock.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createIngestion } from '../../../src/runtime/services/document-ingestion.js'
import { NOW } from '../../support/http/http.js'
import {
  BATCH,
  createGate,
  failing,
  gated,
  openKnowledge,
  urlOf,
  wordReader,
} from '../../support/knowledge/document-world.js'

const item = (customId: string, ...names: string[]) => ({
  customId,
  documents: names.map((name) => ({ url: urlOf(name) })),
})
const never = () => new Promise<never>(() => undefined)

/** Timers of which the test says when they are due. */
function createManualTimers() {
  const due: (() => void)[] = []
  let elapsed = 0
  const timers: Timers = {
    ...createTimers(),
    after: (_, run) => {
      due.push(run)
      return () => undefined
    },
    elapsed: () => elapsed,
  }
  return {
    timers,
    pass: (ms: number) => {
      elapsed += ms
      for (const run of due.splice(0)) run()
    },
  }
}

test('a batch whose processing stalls fails with all that is left of it, and can be retried', async () => {
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: never } })
  await world.ingestion.stop()
  const { timers, pass } = createManualTimers()
  const ingestion = createIngestion({
    ...world.ingestionDeps,
    timers,
    concurrency: 1,
    stallMs: 1000,
    stopMs: 1000,
  })
  await ingestion.start()
  const { batch } = await world.submit(item('one', 'a.pdf', 'b.pdf'), item('two', 'c.pdf'))
  await world.until(() => world.asked.length === 1)
  pass(1000)
  const done = await world.finished(batch.id)
  expect(done).toMatchObject({ status: 'failed', completedAt: NOW, documentCounts: { total: 3, failed: 3 } })
  const error = { code: 'executor_error', message: 'Processing stalled' }
  for (const { documents } of done.items)
    expect(documents.every((one) => one.error?.code === error.code)).toBe(true)
  expect(done.items[1]?.documents[0]?.error).toEqual(error)

  const { body } = await world.call('POST', `${BATCH}/${batch.id}/retry`, { body: { customIds: ['two'] } })
  expect(await world.finished((body as { id: string }).id)).toMatchObject({ status: 'completed' })
  const stopping = ingestion.stop()
  pass(0)
  await stopping
})

test('work that gets on has not stalled, however long it takes', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  await world.ingestion.stop()
  const { timers, pass } = createManualTimers()
  const read = createGate()
  const reader = {
    read: async (...args: Parameters<typeof wordReader.read>) =>
      read.opened.then(() => wordReader.read(...args)),
  }
  const ingestion = createIngestion({
    ...world.ingestionDeps,
    reader,
    timers,
    concurrency: 1,
    stallMs: 1000,
    stopMs: 1000,
  })
  await ingestion.start()
  const { batch } = await world.submit(item('one', 'a.pdf'))
  await world.until(() => world.asked.length === 1)
  pass(999)
  gate.open()
  await world.until(async () => (await world.batch(batch.id)).documentCounts.processing === 1)
  pass(999)
  expect((await world.batch(batch.id)).status).toBe('processing')
  read.open()
  expect(await world.finished(batch.id)).toMatchObject({ status: 'completed' })
  await ingestion.stop()
})

test('what was begun when the jobs stop waits, and the next start takes it up', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await world.submit(item('one', 'a.pdf'))
  await world.until(() => world.asked.length === 1)
  await world.ingestion.stop()
  expect((await world.batch(batch.id)).documentCounts).toMatchObject({ queued: 1, fetching: 0 })
  expect(await world.store.queue.depths()).toEqual({ queued: 1, running: 0 })
  gate.open()
  await world.ingestion.start()
  expect(await world.finished(batch.id)).toMatchObject({ documentCounts: { ready: 1 } })
  expect(world.asked).toHaveLength(2)
})

test('batches take turns, so that a small one does not wait for a large one', async () => {
  const gate = createGate()
  const world = await openKnowledge({ concurrency: 1, scripts: { [urlOf('l0.pdf')]: gated(gate.opened) } })
  const large = await world.submit(item('large', ...Array.from({ length: 9 }, (_, n) => `l${n}.pdf`)))
  await world.until(() => world.asked.length === 1)
  const { body } = await world.call('POST', BATCH, {
    key: world.otherKey,
    body: { requests: [item('small', 's.pdf')] },
  })
  gate.open()
  await world.finished(large.batch.id)
  expect(body).toMatchObject({ status: 'processing' })
  expect(world.asked.map(({ url }) => url).indexOf(urlOf('s.pdf'))).toBeLessThanOrEqual(2)
})

test('no more documents are worked on at once than may be', async () => {
  const gate = createGate()
  const names = Array.from({ length: 5 }, (_, n) => `${n}.pdf`)
  const world = await openKnowledge({
    concurrency: 2,
    scripts: Object.fromEntries(names.map((name) => [urlOf(name), gated(gate.opened)])),
  })
  const { batch } = await world.submit(item('one', ...names))
  await world.until(() => world.asked.length === 2)
  expect(await world.store.queue.depths()).toEqual({ queued: 3, running: 2 })
  gate.open()
  await world.finished(batch.id)
})

test.each([
  ['unsupported_type'],
  ['pdf_unreadable'],
  ['too_many_pages'],
  ['too_much_text'],
  ['no_extractable_text'],
] as const)('a file that the reader refuses with %s fails with it', async (code) => {
  const reader = {
    read: async () => failing(code)({ url: '', headers: {} }, new AbortController().signal) as Promise<never>,
  }
  const world = await openKnowledge({ reader })
  const { batch } = await world.submit(item('one', 'a.pdf'))
  const done = await world.finished(batch.id)
  expect(done.items[0]?.documents[0]).toMatchObject({
    status: 'failed',
    error: { code, message: `it is ${code}` },
  })
})

test('a file over 50 MB is too large, whatever the origin said', async () => {
  const world = await openKnowledge()
  const files = { ...world.store.files, put: async () => undefined }
  Object.assign(world.store.files, files)
  const { batch } = await world.submit(item('one', 'a.pdf'))
  expect((await world.finished(batch.id)).items[0]?.documents[0]?.error?.code).toBe('fetch_too_large')
})

test('a file that cannot be stored is ingest_failed, and the reason goes to the log', async () => {
  const world = await openKnowledge()
  Object.assign(world.store.files, {
    put: async () => {
      throw new Error('disk full')
    },
  })
  const { batch } = await world.submit(item('one', 'a.pdf'))
  expect((await world.finished(batch.id)).items[0]?.documents[0]?.error).toEqual({
    code: 'ingest_failed',
    message: 'The document could not be stored',
  })
  expect(world.logged.map(({ message }) => message)).toContain('a document could not be ingested')
})

test('a stored file that cannot be read is ingest_failed', async () => {
  const world = await openKnowledge()
  Object.assign(world.store.files, {
    open: async () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('too many open files')) }),
    }),
  })
  const { batch } = await world.submit(item('one', 'a.pdf'))
  expect((await world.finished(batch.id)).items[0]?.documents[0]?.error).toEqual({
    code: 'ingest_failed',
    message: 'The document could not be stored',
  })
})

test('what nobody expected is executor_error, and says nothing of its insides', async () => {
  const reader = {
    read: async () => {
      throw new TypeError('secret insides')
    },
  }
  const world = await openKnowledge({ reader })
  const { batch } = await world.submit(item('one', 'a.pdf'))
  expect((await world.finished(batch.id)).items[0]?.documents[0]?.error).toEqual({
    code: 'executor_error',
    message: 'Processing hit an unexpected error',
  })
})

test('headers of a document stand in no log, answer or record, whatever becomes of it', async () => {
  const headers = { 'X-Hidden-7f3a': 'Bearer-7f3a' }
  const broken = async () => {
    throw new TypeError('unexpected')
  }
  const world = await openKnowledge({
    scripts: { [urlOf('a.pdf')]: failing('fetch_http_error', 401), [urlOf('b.pdf')]: broken },
  })
  const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({ url: urlOf(name), headers }))
  const { batch } = await world.submit({ customId: 'one', documents })
  const done = await world.finished(batch.id)
  expect(done.documentCounts).toMatchObject({ ready: 1, failed: 2 })
  expect(world.asked.map((source) => source.headers)).toEqual([headers, headers, headers])
  const state = await world.store.batches.find(batch.id)
  expect(state?.documents.map((document) => document.headers)).toEqual([null, null, null])
  expect(world.logged).not.toEqual([])
  expect(JSON.stringify([done, state, world.logged])).not.toMatch(/7f3a/i)
})
