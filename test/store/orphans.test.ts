import { expect, test } from 'vitest'
import type { StoreSettings } from '../../src/store/open.js'
import { diskFailure, interceptedDisk, isWriteTo, JOURNAL } from '../support/stores/store-disk.js'
import { copyFolder, openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter, aConversation, aMessage } from '../support/stores/store-records.js'

const PAIR = { characterId: 'character-1', playerId: 'player-1' }
const MANY = 1200
const everything = { conversationId: 'conversation-1', limit: MANY, skip: 0 }

async function talkative(folder: string, settings: Partial<StoreSettings> = {}, messages = MANY) {
  const store = await openTestStore(folder, settings)
  await store.characters.insert(aCharacter())
  await store.conversations.findOrCreate(aConversation())
  const said = Array.from({ length: messages }, () =>
    store.conversations.append('conversation-1', aMessage(), { block: '', given: [] }),
  )
  await Promise.all(said)
  return store
}

test.each([
  ['a conversation', (store: Awaited<ReturnType<typeof talkative>>) => store.conversations.remove(PAIR)],
  ['a character', (store: Awaited<ReturnType<typeof talkative>>) => store.characters.remove('character-1')],
])(
  '%s with many messages goes at once, the messages in pieces between which others get their turn',
  async (_, remove) => {
    const store = await talkative(await temporaryFolder())
    const records = store.health().records
    let turns = 0
    let isDone = false
    const take = () => {
      turns += 1
      if (!isDone) setImmediate(take)
    }
    const removing = remove(store)
    setImmediate(take)
    expect(await store.conversations.find(PAIR)).toBeUndefined()
    expect((await store.conversations.listMessages(everything)).total).toBe(MANY)
    expect(await removing).toBe(true)
    isDone = true
    expect((await store.conversations.listMessages(everything)).total).toBe(0)
    expect(await store.conversations.listPrompts('conversation-1', MANY)).toEqual([])
    expect(store.health().records).toBeLessThanOrEqual(records - 2 * MANY - 1)
    expect(turns).toBeGreaterThanOrEqual(2)
  },
)

test('the next start removes the messages that a crash has left', async () => {
  const folder = await temporaryFolder()
  const held = diskHeldAfter()
  const store = await talkative(folder, { disk: held.disk })
  held.hold(1)
  const removing = store.conversations.remove(PAIR)
  await held.reached
  const crashed = await copyFolder(folder)
  held.release()
  await removing
  const next = await openTestStore(crashed)
  expect(await next.conversations.find(PAIR)).toBeUndefined()
  expect((await next.conversations.listMessages(everything)).total).toBe(0)
  expect(next.health().records).toBeLessThan(10)
})

test('messages that the disk no longer removes are told, and tried no more', async () => {
  let left = Number.POSITIVE_INFINITY
  const disk = interceptedDisk(async (step) => {
    if (!isWriteTo(JOURNAL, step)) return step.go()
    if (left <= 0) throw diskFailure('EIO')
    left -= 1
    return step.go()
  })
  const folder = await temporaryFolder()
  const store = await talkative(folder, { disk }, 5 * MANY)
  left = 1
  await expect(store.conversations.remove(PAIR)).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(store.close()).rejects.toMatchObject({ kind: 'unavailable' })
  const next = await openTestStore(await copyFolder(folder))
  expect(await next.conversations.find(PAIR)).toBeUndefined()
  expect(next.health().records).toBeLessThan(10)
})

test('nothing that was said is remembered or shown once its conversation is gone', async () => {
  const store = await talkative(await temporaryFolder())
  const imageFile = { sha256: 'a'.repeat(64), name: 'picture.png' }
  await store.conversations.append('conversation-1', aMessage({ imageFile }))
  expect(await store.conversations.findImage(imageFile)).toEqual(imageFile)
  const more = Array.from({ length: MANY }, () => store.conversations.append('conversation-1', aMessage()))
  await Promise.all(more)
  const removing = store.conversations.remove(PAIR)
  expect(await store.conversations.listRemembered('conversation-1', 40)).toEqual([])
  expect(await store.conversations.findImage(imageFile)).toBeUndefined()
  await removing
})

test('who talks again while the old messages are removed begins anew, and loses nothing', async () => {
  const store = await talkative(await temporaryFolder())
  const removing = store.conversations.remove(PAIR)
  const { id } = await store.conversations.findOrCreate(aConversation({ id: 'conversation-2' }))
  await store.conversations.append(id, aMessage({ content: 'Again' }))
  await removing
  expect(await store.conversations.listRemembered(id, 40)).toMatchObject([{ content: 'Again' }])
  expect((await store.conversations.listMessages({ ...everything, conversationId: id })).total).toBe(1)
})

/** Writes so many entries more once it is told to, and holds those behind them until it is released. */
function diskHeldAfter() {
  let left = Number.POSITIVE_INFINITY
  let release = () => {}
  let reach = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const disk = interceptedDisk(async (step) => {
    if (!isWriteTo(JOURNAL, step)) return step.go()
    if (left <= 0) {
      reach()
      await released
    }
    left -= 1
    return step.go()
  })
  const hold = (entries: number) => {
    left = entries
  }
  return { disk, reached, release, hold }
}

test('what comes back with a checkpoint while it is removed keeps all its messages', async () => {
  const store = await talkative(await temporaryFolder())
  const before = store.checkpoint()
  const removing = store.conversations.remove(PAIR)
  await new Promise(setImmediate)
  await store.restore(before)
  await removing
  expect((await store.conversations.listMessages(everything)).total).toBe(MANY)
})
