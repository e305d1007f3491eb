import { expect } from 'vitest'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import { openTestStore } from './store-folder.js'
import { aCharacter, aConversation, aMessage, at } from './store-records.js'

/** How far a writer is: which of its rounds it has begun, and which steps of them are acknowledged. */
export type Progress = { readonly begun: number; readonly said: number; readonly renamed: number }

export type Writer = { readonly name: string; progress(): Progress; run(until: () => boolean): Promise<void> }

/**
 * Writes round after round: a message into its own conversation, a new name for its own character, and a guest that
 * comes and goes with a conversation of its own.
 */
export function createWriter(store: Store, name: string): Writer {
  const { characters, conversations } = store
  let begun = 0
  let said = 0
  let renamed = 0

  const round = async () => {
    begun += 1
    await conversations.append(name, aMessage({ content: `${name} ${begun}`, timestamp: at(begun) }))
    said = begun
    await updateRecord(store, { kind: 'characters', id: name }, (current) => ({
      ...current,
      llm_max_tokens: begun,
    }))
    renamed = begun
    const guest = `${name} guest`
    await characters.insert(aCharacter({ id: guest }))
    await conversations.findOrCreate(aConversation({ id: guest, characterId: guest }))
    await characters.remove(guest)
  }
  return {
    name,
    progress: () => ({ begun, said, renamed }),
    async run(until) {
      await characters.insert(aCharacter({ id: name, llm_max_tokens: 0 }))
      await conversations.findOrCreate(aConversation({ id: name, characterId: name }))
      while (!until()) await round()
    },
  }
}

/** The folder has all that was acknowledged to the writers, and nothing that they did not begin. */
export async function expectWritten(folder: string, progress: ReadonlyMap<string, Progress>): Promise<void> {
  const store = await openTestStore(folder)
  for (const [name, { begun, said, renamed }] of progress) {
    const { messages } = await store.conversations.listMessages({ conversationId: name, limit: 1e6, skip: 0 })
    const contents = messages.map(({ content }) => content)
    expect(contents).toEqual(contents.map((_, index) => `${name} ${index + 1}`))
    expectBetween(contents.length, said, begun)

    const character = await store.characters.find(name)
    if (begun > 0 || character !== undefined)
      expectBetween(character?.llm_max_tokens ?? Number.NaN, renamed, begun)
    const conversation = await store.conversations.find({ characterId: name, playerId: 'player-1' })
    if (begun > 0) expect(conversation?.messageCount).toBe(contents.length)
    await expectGuestWhole(store, `${name} guest`)
  }
  const known = [...progress.keys()].flatMap((name) => [name, `${name} guest`])
  const { characters } = await store.characters.list({
    accountId: 'account-1',
    orgId: null,
    playerId: null,
    search: null,
    limit: 1e6,
    offset: 0,
  })
  expect(characters.filter(({ id }) => !known.includes(id))).toEqual([])
  const ids = [...progress.keys()].map((name) =>
    store.conversations.listMessages({ conversationId: name, limit: 1e6, skip: 0 }),
  )
  const all = (await Promise.all(ids)).flatMap(({ messages }) => messages.map(({ id }) => id))
  expect(new Set(all).size).toBe(all.length)
  await store.close()
}

const expectBetween = (value: number, least: number, most: number) => {
  expect(value).toBeGreaterThanOrEqual(least)
  expect(value).toBeLessThanOrEqual(most)
}

/** A conversation without its character would be half of a removal. */
async function expectGuestWhole({ characters, conversations }: Store, guest: string): Promise<void> {
  const conversation = await conversations.find({ characterId: guest, playerId: 'player-1' })
  if (conversation !== undefined) expect(await characters.find(guest)).toEqual(aCharacter({ id: guest }))
}
