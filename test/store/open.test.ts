import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeStore } from '../support/stores/store-battery.js'
import { interceptedDisk, isWriteTo, JOURNAL } from '../support/stores/store-disk.js'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter } from '../support/stores/store-records.js'

describeStore('the store in a folder', async () => openTestStore(await temporaryFolder()))

test('how long writes wait for the disk is told of the time since the last question', async () => {
  const disk = interceptedDisk(async (step) => {
    const begun = performance.now()
    // A timer counts from when its loop last looked at the clock, so that alone it may come early.
    while (isWriteTo(JOURNAL, step) && performance.now() - begun < 20) await setTimeout(1)
    return step.go()
  })
  const store = await openTestStore(await temporaryFolder(), { disk })
  store.health()
  await store.characters.insert(aCharacter())
  await store.characters.remove('character-1')
  const { count, meanMs, p99Ms, maxMs } = store.health().writes
  expect(count).toBe(2)
  for (const ms of [meanMs, p99Ms, maxMs]) expect(ms).toBeGreaterThan(19)
  expect(store.health().writes).toEqual({ count: 0, meanMs: 0, p99Ms: 0, maxMs: 0 })
})
