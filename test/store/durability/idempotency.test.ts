import { expect, test } from 'vitest'
import { withIdempotency } from '../../../src/domain/idempotency/with-idempotency.js'
import { createSecrets } from '../../../src/runtime/process/random.js'
import { noonPlus } from '../../support/stores/rate-limit-records.js'
import { interceptedDisk, isWriteTo, JOURNAL, serializedDisk } from '../../support/stores/store-disk.js'
import { copyFolder, openTestStore, temporaryFolder } from '../../support/stores/store-folder.js'
import { aCharacter } from '../../support/stores/store-records.js'

test('an answer is given again after a restart, and a kill frees the key of a request in flight', async () => {
  const folder = await temporaryFolder()
  const { disk, between } = serializedDisk()
  const store = await openTestStore(folder, { disk })
  const ask = (id: string) => ({ id, fingerprint: 'print', now: noonPlus(0) })
  const admission = await store.idempotency.admit(ask('answered'))
  if (admission.state !== 'first') throw new Error('somebody was before')
  await admission.lock.storeResponse({ batchId: 'b1' }, noonPlus(0))
  await admission.lock.release()
  expect(await store.idempotency.admit(ask('in flight'))).toMatchObject({ state: 'first' })

  const killed = await between(() => copyFolder(folder))
  const again = await openTestStore(killed)
  expect(await again.idempotency.admit(ask('answered'))).toEqual({
    state: 'answered',
    value: { batchId: 'b1' },
  })
  expect(await again.idempotency.admit(ask('in flight'))).toMatchObject({ state: 'first' })
})

test('wherever a kill comes, what a request makes and its answer are both there, or neither', async () => {
  const folder = await temporaryFolder()
  const killed: string[] = []
  const store = await openTestStore(folder, {
    disk: interceptedDisk(async (step) => {
      if (!isWriteTo(JOURNAL, step)) return step.go()
      killed.push(await copyFolder(folder))
      const result = await step.go()
      killed.push(await copyFolder(folder))
      return result
    }),
  })
  const depsOf = ({ idempotency }: Pick<typeof store, 'idempotency'>) => ({
    idempotency,
    clock: { now: () => noonPlus(0) },
    secrets: createSecrets(),
  })
  const request = { accountId: 'a1', route: 'POST /things', key: 'key', body: {} }
  await withIdempotency(depsOf(store), request, async (resultWrites) => {
    await store.characters.insert(aCharacter(), undefined, resultWrites('character-1'))
    return 'character-1'
  })

  const seen = new Set<string>()
  for (const left of killed) {
    const again = await openTestStore(left)
    const isMade = (await again.characters.find('character-1')) !== undefined
    const { isReplay } = await withIdempotency(depsOf(again), request, async () => 'made again')
    expect(isReplay).toBe(isMade)
    seen.add(isMade ? 'both' : 'neither')
    await again.close()
  }
  expect([...seen]).toEqual(['neither', 'both'])
})
