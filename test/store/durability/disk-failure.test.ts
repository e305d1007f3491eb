import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
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
import { type StoreState, segmentsOf, stateAfterReopen, stateOf } from '../../support/stores/store-state.js'

/** In memory the next message id is not taken back: nobody can see it, and none is given twice. */
const visibleIn = (store: Store): StoreState => {
  const { counters: _, ...visible } = stateOf(store)
  return visible
}

type Failing = (step: DiskStep) => Promise<unknown>

const writeThenFail =
  (share: number): Failing =>
  async ({ args: [bytes], go }) => {
    const length = Math.floor(Buffer.byteLength(bytes as Uint8Array) * share)
    if (length > 0) await go((bytes as Uint8Array).subarray(0, length))
    throw diskFailure('EIO')
  }

const waysToFail: [string, Failing][] = [
  ['nothing of it was written', writeThenFail(0)],
  ['half of it was written', writeThenFail(0.5)],
  ['all of it was written, but not synced', writeThenFail(1)],
]

/** A store whose disk fails, in that way, the one write to the journal that comes after `fail`. */
async function givenStore(way: Failing) {
  const folder = await temporaryFolder()
  let isFailing = false
  const disk = interceptedDisk(async (step) => {
    if (!isFailing || !isWriteTo(JOURNAL, step)) return step.go()
    isFailing = false
    return way(step)
  })
  const { log, lines } = recordingLog()
  const store = await openTestStore(folder, { disk, log })
  await store.characters.insert(aCharacter())
  await store.conversations.findOrCreate(aConversation())
  await store.conversations.append('conversation-1', aMessage())
  const fail = () => {
    isFailing = true
  }
  return { folder, store, fail, lines }
}

const refusal = { kind: 'unavailable', detail: 'The server can no longer store anything' }

const writes: [string, (store: Store) => Promise<unknown>][] = [
  ['insert', ({ characters }) => characters.insert(aCharacter({ id: 'new' }))],
  [
    'update',
    (store) =>
      updateRecord(store, { kind: 'characters', id: 'character-1' }, (mira) => ({ ...mira, name: 'New' })),
  ],
  ['remove', ({ characters }) => characters.remove('character-1')],
  ['open', ({ conversations }) => conversations.findOrCreate(aConversation({ id: 'new', playerId: 'new' }))],
  ['append', ({ conversations }) => conversations.append('conversation-1', aMessage({ content: 'new' }))],
]

test.each(waysToFail)('a write that failed when %s was never made', async (_, way) => {
  const { folder, store, fail } = await givenStore(way)
  const [before, visible] = [stateOf(store), visibleIn(store)]
  fail()
  await expect(store.conversations.append('conversation-1', aMessage())).rejects.toMatchObject(refusal)

  expect(visibleIn(store)).toEqual(visible)
  expect(await store.characters.find('character-1')).toEqual(aCharacter())
  expect(
    await store.conversations.listMessages({ conversationId: 'conversation-1', limit: 9, skip: 0 }),
  ).toEqual({
    messages: [{ id: 1, conversationId: 'conversation-1', ...aMessage() }],
    total: 1,
  })
  expect(await stateAfterReopen(await copyFolder(folder))).toEqual(before)
  await expect(store.close()).rejects.toMatchObject(refusal)
  expect(await stateAfterReopen(folder)).toEqual(before)
})

test.each(waysToFail)('writes at once that failed when %s were none of them made', async (_, way) => {
  const { folder, store, fail } = await givenStore(way)
  const [before, visible] = [stateOf(store), visibleIn(store)]
  fail()
  const { characters, conversations } = store
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 50 }, (_, n) => characters.insert(aCharacter({ id: `new ${n}` }))),
    ...Array.from({ length: 50 }, () => conversations.append('conversation-1', aMessage())),
    updateRecord(store, { kind: 'characters', id: 'new 3' }, (current) => ({ ...current, name: 'Other' })),
    characters.remove('character-1'),
    characters.remove('new 7'),
  ])
  expect(outcomes.map(({ status }) => status)).not.toContain('fulfilled')
  expect(visibleIn(store)).toEqual(visible)
  await expect(store.close()).rejects.toMatchObject(refusal)
  expect(await stateAfterReopen(folder)).toEqual(before)
})

test.each(writes)('after a failure %s is refused, although the disk would work again', async (_, write) => {
  const { folder, store, fail } = await givenStore(writeThenFail(0))
  const [before, visible] = [stateOf(store), visibleIn(store)]
  fail()
  await expect(store.characters.insert(aCharacter({ id: 'lost' }))).rejects.toMatchObject(refusal)
  await expect(write(store)).rejects.toMatchObject(refusal)
  await expect(store.compactNow()).rejects.toMatchObject(refusal)
  expect(visibleIn(store)).toEqual(visible)
  await expect(store.close()).rejects.toMatchObject(refusal)
  expect(await stateAfterReopen(folder)).toEqual(before)
})

test('a failure is logged once, and the health of the store tells it', async () => {
  const { folder, store, fail, lines } = await givenStore(writeThenFail(0))
  expect(store.health()).toMatchObject({ status: 'ok', failure: null })
  fail()
  for (const [, write] of writes) await expect(write(store)).rejects.toMatchObject(refusal)
  expect(store.health()).toMatchObject({ status: 'failed', failure: 'EIO: write', isCompacting: false })
  expect(lines).toMatchObject([
    {
      level: 'error',
      message: 'Nothing can be stored any more: writing the journal failed',
      fields: { error: diskFailure('EIO') },
    },
  ])
  expect(lines[0]?.fields).toMatchObject({ folder: expect.stringContaining(folder) })
  await store.close().catch(() => undefined)
})

test('of writes too large for one entry exactly those are there that were acknowledged', async () => {
  for (const failingEntry of [1, 2, 3]) {
    let entries = Number.POSITIVE_INFINITY
    const disk = interceptedDisk(async (step) => {
      if (!isWriteTo(JOURNAL, step)) return step.go()
      entries -= 1
      return entries === 0 ? writeThenFail(0.5)(step) : step.go()
    })
    const folder = await temporaryFolder()
    const store = await openTestStore(folder, { disk })
    entries = failingEntry
    const ids = Array.from({ length: 20 }, (_, n) => `character-${n}`)
    const outcomes = await Promise.allSettled(
      ids.map((id) => store.characters.insert(aCharacter({ id, background: 'x'.repeat(100_000) }))),
    )
    const acknowledged = ids.filter((_, n) => outcomes[n]?.status === 'fulfilled')
    expect(Object.keys(stateOf(store)['characters'] ?? {})).toEqual(acknowledged)
    await store.close().catch(() => undefined)
    expect(Object.keys((await stateAfterReopen(folder))['characters'] ?? {})).toEqual(acknowledged)
  }
})

test('a start whose first write fails is refused, and leaves the folder to the next', async () => {
  const { folder, store } = await givenStore(writeThenFail(0))
  const state = stateOf(store)
  await store.close()
  const disk = interceptedDisk((step) => (isWriteTo(JOURNAL, step) ? writeThenFail(0.5)(step) : step.go()))
  await expect(openTestStore(folder, { disk })).rejects.toMatchObject(refusal)
  expect(await stateAfterReopen(folder)).toEqual(state)
})

test('when the half of an entry cannot be taken back, the next start drops it', async () => {
  const folder = await temporaryFolder()
  let isBroken = false
  const disk = interceptedDisk(async (step) => {
    if (isBroken && step.operation === 'truncate') throw diskFailure('EIO')
    return isBroken && isWriteTo(JOURNAL, step) ? writeThenFail(0.5)(step) : step.go()
  })
  const store = await openTestStore(folder, { disk })
  await store.characters.insert(aCharacter())
  const before = stateOf(store)
  const [segment = ''] = await segmentsOf(folder)
  const whole = await readFile(segment)
  isBroken = true
  await expect(store.characters.remove('character-1')).rejects.toMatchObject(refusal)
  await store.close().catch(() => undefined)

  expect((await readFile(segment)).length).toBeGreaterThan(whole.length)
  expect(await stateAfterReopen(folder)).toEqual(before)
})
