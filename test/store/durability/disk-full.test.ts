import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.js'
import {
  type DiskStep,
  diskFailure,
  interceptedDisk,
  isWriteTo,
  JOURNAL,
} from '../../support/stores/store-disk.js'
import {
  copyFolder,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { aCharacter, aConversation, aMessage } from '../../support/stores/store-records.js'
import { stateAfterReopen, stateOf } from '../../support/stores/store-state.js'

const refusal = { kind: 'insufficient_storage', detail: 'The disk of the server is full: nothing was stored' }

/** Ends what would hang; nothing is measured by it. */
const HANG_GUARD = { timeout: 30_000 }

type Failing = (step: DiskStep) => Promise<unknown>

const writeThenFail =
  (share: number, code: 'ENOSPC' | 'EDQUOT' = 'ENOSPC'): Failing =>
  async ({ args: [bytes], go }) => {
    const length = Math.floor(Buffer.byteLength(bytes as Uint8Array) * share)
    if (length > 0) await go((bytes as Uint8Array).subarray(0, length))
    throw diskFailure(code)
  }

const waysToFail: [string, Failing][] = [
  ['nothing of it was written', writeThenFail(0)],
  ['half of it was written', writeThenFail(0.5)],
  ['all of it was written, but not synced', writeThenFail(1)],
  ['the quota is used up', writeThenFail(0.5, 'EDQUOT')],
]

const isAnyWrite = (step: DiskStep) => isWriteTo(/./, step)

/** A store on a disk that is full, in that way, from `fill` until `free`. */
async function givenStore(way: Failing = writeThenFail(0.5)) {
  const folder = await temporaryFolder()
  let isFull = false
  const disk = interceptedDisk((step) => (isFull && isAnyWrite(step) ? way(step) : step.go()))
  const { log, lines } = recordingLog()
  const store = await openTestStore(folder, { disk, log })
  await store.characters.insert(aCharacter())
  await store.conversations.findOrCreate(aConversation())
  const setFull = (full: boolean) => {
    isFull = full
  }
  return { folder, store, lines, fill: () => setFull(true), free: () => setFull(false) }
}

const insert = (store: Store, id: string) => store.characters.insert(aCharacter({ id }))

test.each(waysToFail)(
  'a full disk refuses a write of which %s, and takes the next once it has room',
  async (_, way) => {
    const { folder, store, fill, free } = await givenStore(way)
    fill()
    for (const id of ['lost 1', 'lost 2']) await expect(insert(store, id)).rejects.toMatchObject(refusal)
    expect(await store.characters.find('lost 1')).toBeUndefined()
    const killed = await copyFolder(folder)
    expect(Object.keys((await stateAfterReopen(killed))['characters'] ?? {})).toEqual(['character-1'])

    free()
    await insert(store, 'stored')
    await store.conversations.append('conversation-1', aMessage())
    const state = stateOf(store)
    expect(Object.keys(state['characters'] ?? {})).toEqual(['character-1', 'stored'])
    expect(await stateAfterReopen(await copyFolder(folder))).toEqual(state)
    await store.close()
    expect(await stateAfterReopen(folder)).toEqual(state)
  },
)

test.each(waysToFail)(
  'of writes at once exactly those are there that were acknowledged, %s',
  async (_, way) => {
    const { folder, store, fill, free } = await givenStore(way)
    const acknowledged: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const ids = Array.from({ length: 40 }, (_, n) => `${round} ${n}`)
      const writes = ids.map(async (id) => {
        await insert(store, id)
        acknowledged.push(id)
      })
      if (round % 3 === 1) fill()
      else free()
      await Promise.allSettled(writes)
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(40 * 13)
    const expected = ['character-1', ...acknowledged].sort()
    expect(Object.keys(stateOf(store)['characters'] ?? {}).sort()).toEqual(expected)
    free()
    await store.close()
    expect(Object.keys((await stateAfterReopen(folder))['characters'] ?? {}).sort()).toEqual(expected)
  },
)

test('the health of the store tells that the disk is full, and looks itself whether it has room again', async () => {
  const { store, fill, free, lines } = await givenStore()
  expect([store.health().status, store.status()]).toEqual(['ok', 'ok'])
  fill()
  for (const id of ['a', 'b']) await expect(insert(store, id)).rejects.toMatchObject(refusal)
  expect(store.health()).toMatchObject({ status: 'degraded', failure: 'ENOSPC: write' })
  expect(lines).toMatchObject([
    { level: 'error', message: 'Nothing can be stored until the disk has room again' },
  ])

  free()
  await expect.poll(() => store.status(), HANG_GUARD).toBe('ok')
  expect(store.health()).toMatchObject({ status: 'ok', failure: null })
  expect(lines.slice(1)).toMatchObject([{ level: 'warn', message: 'The disk has room again' }])
  await insert(store, 'stored')
})

test('looking for room leaves nothing behind, also while there is none', async () => {
  const { folder, store, fill, free } = await givenStore()
  const before = await readdir(join(folder, 'store'))
  fill()
  await expect(insert(store, 'lost')).rejects.toMatchObject(refusal)
  for (let n = 0; n < 5; n += 1) expect(store.status()).toBe('degraded')
  free()
  await expect.poll(() => store.status(), HANG_GUARD).toBe('ok')
  expect(await readdir(join(folder, 'store'))).toEqual(before)
})

test('a write that succeeds tells that there is room again', async () => {
  const { store, fill, free } = await givenStore()
  fill()
  await expect(insert(store, 'lost')).rejects.toMatchObject(refusal)
  free()
  await insert(store, 'stored')
  expect(store.health()).toMatchObject({ status: 'ok', failure: null })
})

test('a store that is closed while the disk is full keeps what was acknowledged, and frees its folder', async () => {
  const { folder, store, fill } = await givenStore()
  await store.conversations.append('conversation-1', aMessage())
  const state = stateOf(store)
  fill()
  await expect(insert(store, 'lost')).rejects.toMatchObject(refusal)
  await expect(store.conversations.append('conversation-1', aMessage())).rejects.toMatchObject(refusal)
  await store.close()
  expect(await stateAfterReopen(folder)).toEqual(state)
})

test('a compaction that does not fit leaves everything as it was, and writing goes on', async () => {
  const folder = await temporaryFolder()
  let isFull = false
  const disk = interceptedDisk(async (step) => {
    if (isFull && isAnyWrite(step) && !isWriteTo(JOURNAL, step)) throw diskFailure('ENOSPC')
    return step.go()
  })
  const store = await openTestStore(folder, { disk })
  await insert(store, 'before')
  isFull = true
  await expect(store.compactNow()).rejects.toMatchObject(refusal)
  await insert(store, 'after')
  isFull = false
  await store.compactNow()
  const state = stateOf(store)
  await store.close()
  expect(await stateAfterReopen(folder)).toEqual(state)
})

test.each(['openLog', 'syncFolder'])(
  'a new segment that does not fit (%s) leaves the old one in use',
  async (operation) => {
    const folder = await temporaryFolder()
    let isFull = false
    const disk = interceptedDisk(async (step) => {
      if (isFull && step.operation === operation) throw diskFailure('ENOSPC')
      return step.go()
    })
    const store = await openTestStore(folder, { disk })
    await insert(store, 'before')
    isFull = true
    await expect(store.compactNow()).rejects.toMatchObject(refusal)
    await Promise.all([insert(store, 'after 1'), insert(store, 'after 2')])
    expect(await stateAfterReopen(await copyFolder(folder))).toEqual(stateOf(store))
    isFull = false
    await store.compactNow()
    await insert(store, 'last')
    const state = stateOf(store)
    await store.close()
    expect(await stateAfterReopen(folder)).toEqual(state)
  },
)

test('where the rest of a refused write cannot be cut off, nothing is written behind it', async () => {
  const folder = await temporaryFolder()
  let isBroken = false
  const disk = interceptedDisk(async (step) => {
    if (isBroken && step.operation === 'truncate') throw diskFailure('EIO')
    return isBroken && isWriteTo(JOURNAL, step) ? writeThenFail(0.5)(step) : step.go()
  })
  const store = await openTestStore(folder, { disk })
  await insert(store, 'stored')
  isBroken = true
  await expect(insert(store, 'lost')).rejects.toMatchObject(refusal)
  await expect(insert(store, 'lost too')).rejects.toMatchObject({ kind: 'unavailable' })
  isBroken = false
  await expect(insert(store, 'late')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(store.health()).toMatchObject({ status: 'failed', failure: 'EIO: write' })
  await store.close().catch(() => undefined)
  expect(Object.keys((await stateAfterReopen(folder))['characters'] ?? {})).toEqual(['stored'])
})

test('an upload that does not fit is refused and leaves nothing', async () => {
  const { folder, store } = await givenStore()
  const full = async function* () {
    yield Buffer.from('half of it')
    throw diskFailure('ENOSPC')
  }
  await expect(store.files.put(full(), { maxBytes: 1000 })).rejects.toMatchObject(refusal)
  expect(await readdir(join(folder, 'files'))).toEqual([])
})

test('a file whose last record went while the disk was full goes once there is room', async () => {
  const { folder, store, fill, free } = await givenStore()
  const bytes = async function* () {
    yield Buffer.from('an avatar')
  }
  const held = await store.files.put(bytes(), { maxBytes: 1000 })
  if (held === undefined) throw new Error('the file was refused')
  fill()
  await expect(insert(store, 'lost')).rejects.toMatchObject(refusal)
  held.release()
  free()
  await insert(store, 'stored')
  await store.close()
  expect(await readdir(join(folder, 'files'))).toEqual([])
})

test('who follows the changes sees what a full disk refused, and that it is taken back', async () => {
  const { store, fill } = await givenStore()
  const seen: (string | undefined)[][] = []
  store.changes(['characters'], ({ before, after }) => void seen.push([before?.id, after?.id]))
  fill()
  await expect(insert(store, 'refused')).rejects.toMatchObject(refusal)
  expect(seen).toEqual([
    [undefined, 'refused'],
    ['refused', undefined],
  ])
})
