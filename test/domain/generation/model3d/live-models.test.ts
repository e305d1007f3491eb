import { expect, test } from 'vitest'
import type { ModelJob } from '../../../../src/domain/characters/model-job.js'
import type { CharacterRecord } from '../../../../src/domain/characters/record.js'
import { createLiveModels } from '../../../../src/domain/generation/model3d/live-models.js'
import type { ModelService } from '../../../../src/domain/generation/model3d/ports.js'
import { updateRecord } from '../../../../src/domain/unit-of-work.js'
import { createInMemoryStore } from '../../../../src/store/in-memory-store.js'
import { characterRecord } from '../../../support/http/http-records.js'
import { fakeBody } from '../../../support/models/fake-body-builder.js'

const now = new Date('2030-01-02T03:04:05Z')
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A service that is slow to say where a task stands, and patience that ends when the test says so. */
async function start() {
  const store = createInMemoryStore()
  await store.characters.insert(characterRecord({ appearance: 'Tall' }))
  const gates: (() => void)[] = []
  const waits = new Set<() => void>()
  async function* once(bytes: Uint8Array) {
    yield bytes
  }
  const service: ModelService = {
    name: 'slow',
    isSynchronous: false,
    startTask: async ({ step }) => step,
    poll: async (_, signal) => {
      await new Promise<void>((resolve, reject) => {
        gates.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      return { state: 'done' }
    },
    fetch: async ({ order }, part) => once(fakeBody(order)[part]),
  }
  let ids = 0
  const liveModels = createLiveModels({
    ...store,
    service,
    clock: { now: () => now },
    ids: { uuid: () => `job-${ids++}` },
    log: quiet,
    palettes: { extract: async () => [] },
    timers: {
      after: (_, due) => {
        waits.add(due)
        return () => waits.delete(due)
      },
    },
  })
  const found = async () => (await store.characters.find('c1')) as CharacterRecord
  const poll = async () => liveModels.poll(await found())
  const open = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0)
    gates.shift()?.()
  }
  const runOutOfPatience = async () => {
    await expect.poll(() => waits.size).toBeGreaterThan(0)
    for (const due of waits) due()
  }
  return { liveModels, store, found, poll, open, runOutOfPatience, gates }
}

const stageOf = (record: CharacterRecord | undefined) => record?.model_job?.stage

test('a poll that takes too long returns the previous state; the next one returns the state it missed', async () => {
  const { liveModels, found, poll, open, runOutOfPatience } = await start()
  await liveModels.start(await found(), false)
  const early = poll()
  await runOutOfPatience()
  expect(stageOf(await early)).toBe('generating')
  await open()
  expect(stageOf(await poll())).toBe('preview_ready')
  expect(stageOf(await poll())).toBe('refining')
})

test('a poll that had not started when its client left does not advance the job', async () => {
  const { liveModels, found, poll, open, runOutOfPatience, gates } = await start()
  await liveModels.start(await found(), false)
  const both = [poll(), poll()]
  await expect.poll(() => gates.length).toBe(1)
  await runOutOfPatience()
  expect((await Promise.all(both)).map(stageOf)).toEqual(['generating', 'generating'])
  await open()
  expect(stageOf(await poll())).toBe('preview_ready')
})

test('a job in progress is aborted when the server stops and continued by the next poll', async () => {
  const { liveModels, found, poll, open } = await start()
  await liveModels.start(await found(), false)
  const asking = poll()
  await expect.poll(async () => ((await found()).model_job as ModelJob).task).toBe('preview')
  await liveModels.settle()
  expect(stageOf(await asking)).toBe('generating')
  const again = poll()
  await open()
  await open()
  expect(stageOf(await again)).toBe('preview_ready')
})

test('a character that is deleted while its model is requested is not found', async () => {
  const { liveModels, store, found, poll, open } = await start()
  await liveModels.start(await found(), false)
  const asking = poll()
  await expect.poll(async () => (await found()).model_job?.task).toBe('preview')
  await store.characters.remove('c1')
  await open()
  expect(await asking).toBeUndefined()
})

test('what was missed of a job that is over does not hold up the next one', async () => {
  const { liveModels, store, found, poll, open, runOutOfPatience } = await start()
  await liveModels.start(await found(), false)
  const early = poll()
  await runOutOfPatience()
  await early
  await open()
  await expect.poll(async () => stageOf(await found())).toBe('preview_ready')
  // An uploaded model ends a job.
  await updateRecord(store, { kind: 'characters', id: 'c1' }, (record) => ({ ...record, model_job: null }))
  await liveModels.start(await found(), false)
  const next = poll()
  await open()
  expect(stageOf(await next)).toBe('preview_ready')
})
