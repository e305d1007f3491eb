import { expect, onTestFinished, test } from 'vitest'
import type { ChangingKind, RecordChange } from '../../../src/domain/change-feed.js'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import { aCreation, aDocument } from '../knowledge/document-records.js'
import { aCharacter, aConversation, aMemory, aMessage, created } from './store-records.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }
const ALL = ['characters', 'conversations', 'documents', 'memories', 'messages', 'organizations'] as const

/** What the feed of changes promises. */
export function describeChanges(make: () => Promise<Store>, { takesTurns }: { takesTurns: boolean }): void {
  const open = async () => {
    const store = await make()
    await store.characters.insert(aCharacter())
    await store.conversations.findOrCreate(aConversation())
    return store
  }
  const keep = (store: Store, given: Parameters<typeof aMemory>[0] = {}) =>
    changeMemories(store, { pair }, created(aMemory(given)))
  const follow = <K extends ChangingKind>({ changes }: Store, ...kinds: readonly K[]) => {
    const seen: RecordChange<K>[] = []
    const stop = changes(kinds, (change) => void seen.push(change))
    onTestFinished(stop)
    return { seen, stop }
  }

  test('every change of a memory is published with its pair, also its removal, until one unsubscribes', async () => {
    const store = await open()
    const { seen, stop } = follow(store, 'memories')
    await keep(store)
    await keep(store, { content: 'Likes coffee' })
    await store.memories.erase(pair, 'memory-1')
    stop()
    await keep(store)
    const [first, second] = [aMemory(), aMemory({ content: 'Likes coffee' })]
    const common = { kind: 'memories', id: 'memory-1', owner: 'character-1', pair }
    expect(seen).toMatchObject([
      { ...common, before: undefined, after: first },
      { ...common, before: first, after: second },
      { ...common, before: second, after: undefined },
    ])
  })

  test('a change is published once all of its unit can be read, before it is durable', async () => {
    const store = await open()
    let isDurable = false
    const read: Promise<unknown>[] = []
    const stop = store.changes(['messages'], ({ after }) => {
      const before = isDurable ? 'afterwards' : 'before'
      read.push(store.conversations.find(pair).then((found) => [found?.messageCount, after?.content, before]))
    })
    onTestFinished(stop)
    const appending = store.conversations.append('conversation-1', aMessage({ content: 'a' })).then(() => {
      isDurable = true
    })
    expect(read).toHaveLength(takesTurns ? 0 : 1)
    await appending
    expect(read).toHaveLength(1)
    expect(await read[0]).toEqual([1, 'a', 'before'])
  })

  test('each change of a record has another version, which is the one that a read gives', async () => {
    const store = await open()
    const { seen } = follow(store, 'characters')
    const version = async () =>
      (await store.conversations.readTurn({ pair, conversationId: 'conversation-1', messageLimit: 1 }))
        .character?.version
    const read = [await version()]
    for (const name of ['One', 'Two']) {
      await updateRecord(store, { kind: 'characters', id: 'character-1' }, (current) => ({
        ...current,
        name,
      }))
      read.push(await version())
    }
    expect(new Set(read).size).toBe(3)
    expect(seen.map((change) => change.version)).toEqual(read.slice(1))
  })

  test('a use of memories is published as the changes of the memories that follow from it', async () => {
    const store = await open()
    await keep(store)
    const { seen } = follow(store, ...ALL)
    await store.memories.recordUse({ pair, memoryIds: ['memory-1'], at: aMemory().createdAt })
    expect(seen).toMatchObject([{ kind: 'memories', id: 'memory-1', after: { accessCount: 1 } }])
  })

  test('messages name their conversation and its pair; when all is forgotten, the conversation changes', async () => {
    const store = await open()
    const { seen } = follow(store, 'messages', 'conversations')
    const message = await store.conversations.append('conversation-1', aMessage({ content: 'a' }))
    expect(seen).toMatchObject([
      { kind: 'messages', owner: 'conversation-1', pair, before: undefined, after: message },
      { kind: 'conversations', owner: 'character-1', pair, after: { messageCount: 1 } },
    ])
    await store.memories.eraseAll(pair)
    expect(seen.at(-1)).toMatchObject({
      kind: 'conversations',
      before: { messageCount: 1 },
      after: { forgottenUpTo: message?.id },
    })
    await store.conversations.remove(pair)
    expect(seen.findLast(({ kind }) => kind === 'conversations')).toMatchObject({ pair, after: undefined })
  })

  test('documents are published with their character, also when they go with it', async () => {
    const store = await open()
    const { seen } = follow(store, 'documents')
    const waiting = aDocument({ agentId: 'character-1' })
    await store.batches.create(aCreation({ documents: [waiting] }))
    await store.characters.remove('character-1')
    expect(seen).toMatchObject([
      { id: 'd1', owner: 'character-1', before: undefined, after: { status: 'queued' } },
      { id: 'd1', owner: 'character-1', before: { status: 'queued' }, after: undefined },
    ])
  })

  test('going back to a checkpoint is published as any other change', async () => {
    const store = await open()
    const checkpoint = store.checkpoint()
    await keep(store)
    const { seen } = follow(store, 'memories')
    await store.restore(checkpoint)
    expect(seen).toMatchObject([{ id: 'memory-1', before: aMemory(), after: undefined }])
  })
}
