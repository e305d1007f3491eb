import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeDisk } from '../../src/store/disk/disk.js'
import { encodeEntry } from '../../src/store/disk/entry.js'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter, aConversation, aKey, aMessage, at } from '../support/stores/store-records.js'

const FIRST_SEGMENT = 'journal-000000000001.ndjson'

const linesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n').slice(0, -1)

test('what was acknowledged is there after a restart, with the next ids', async () => {
  const folder = await temporaryFolder()
  const first = await openTestStore(folder)
  await first.characters.insert(aCharacter())
  await first.conversations.findOrCreate(aConversation())
  await first.conversations.append('conversation-1', aMessage({ content: 'Grüße 👋\n\u2028"\\' }))
  await first.close()

  const second = await openTestStore(folder)
  expect(await second.characters.find('character-1')).toEqual(aCharacter())
  expect(
    await second.conversations.listMessages({ conversationId: 'conversation-1', limit: 9, skip: 0 }),
  ).toEqual({
    messages: [{ id: 1, conversationId: 'conversation-1', ...aMessage({ content: 'Grüße 👋\n\u2028"\\' }) }],
    total: 1,
  })
  expect((await second.conversations.append('conversation-1', aMessage()))?.id).toBe(2)
})

test('the ids of removed messages are not given again after a restart', async () => {
  const folder = await temporaryFolder()
  const first = await openTestStore(folder)
  await first.characters.insert(aCharacter())
  await first.conversations.findOrCreate(aConversation())
  await first.conversations.append('conversation-1', aMessage())
  await first.conversations.remove({ characterId: 'character-1', playerId: 'player-1' })
  await first.compactNow()
  await first.close()

  const second = await openTestStore(folder)
  await second.conversations.findOrCreate(aConversation())
  expect((await second.conversations.append('conversation-1', aMessage()))?.id).toBe(2)
})

test('a folder counts its starts', async () => {
  const folder = await temporaryFolder()
  for (const start of [1, 2, 3]) {
    const store = await openTestStore(folder)
    expect(store.starts).toBe(start)
    await store.close()
  }
})

test('folders and files are for their owner alone', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await store.compactNow()
  const file = await store.files.put(bytesOf('avatar'), { maxBytes: 100 })
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  for (const path of ['store', 'files'])
    expect([path, await modeOf(join(folder, path))]).toEqual([path, '700'])
  const names = (await readdir(join(folder, 'store'))).map((name) => join('store', name))
  for (const path of [...names, join('files', file?.sha256 ?? ''), 'lock']) {
    expect([path, await modeOf(join(folder, path))]).toEqual([path, '600'])
  }
})

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

test('the records of one change are one line of the journal', async () => {
  const folder = await temporaryFolder()
  const { characters, conversations } = await openTestStore(folder)
  await characters.insert(aCharacter())
  await conversations.findOrCreate(aConversation())
  await conversations.append('conversation-1', aMessage())
  await characters.remove('character-1')
  const lines = await linesOf(join(folder, 'store', FIRST_SEGMENT))
  // What is null in most messages is left out, and the counter of messages stands in their ids.
  const { speaker, imageUrl, imageDescription, ...written } = aMessage()
  expect(lines.map((line) => JSON.parse(line).entry)).toEqual([
    { seq: 1, changes: [{ kind: 'counters', v: 1, put: { id: 'starts', value: 1 } }] },
    { seq: 2, changes: [{ kind: 'characters', v: 4, put: aCharacter() }] },
    { seq: 3, changes: [{ kind: 'conversations', v: 1, put: aConversation() }] },
    {
      seq: 4,
      changes: [{ kind: 'messages', v: 3, put: { id: 1, conversationId: 'conversation-1', ...written } }],
    },
    {
      seq: 5,
      changes: [
        { kind: 'characters', del: ['character-1'] },
        { kind: 'messages', del: [1] },
        { kind: 'conversations', del: ['conversation-1'] },
      ],
    },
  ])
})

test('a message of an old journal is counted by the conversation that stands beside it', async () => {
  const folder = await temporaryFolder()
  const message = (content: string) => ({
    ...{ kind: 'messages', v: 1 },
    put: { id: 1, conversationId: 'conversation-1', ...aMessage({ content }) },
  })
  const entries = [
    [{ kind: 'characters', v: 4, put: aCharacter() }],
    [{ kind: 'conversations', v: 1, put: aConversation() }],
    [message('Hello'), { kind: 'conversations', v: 1, put: aConversation({ messageCount: 1 }) }],
    // Cut to what was heard.
    [message('Hel')],
  ]
  const lines = entries.map((changes, at) => {
    const encoded = changes.map((change) => JSON.stringify(change))
    return encodeEntry(at + 1, encoded)
  })
  await mkdir(join(folder, 'store'))
  await writeFile(join(folder, 'store', FIRST_SEGMENT), Buffer.concat(lines))

  const { conversations } = await openTestStore(folder)
  const { id, ...pair } = aConversation()
  expect(await conversations.find(pair)).toEqual(aConversation({ messageCount: 1 }))
  expect((await conversations.listRemembered(id, 9)).map(({ content }) => content)).toEqual(['Hel'])
  await conversations.append(id, { ...aMessage(), content: 'Again' })
  expect(await conversations.find(pair)).toMatchObject({ messageCount: 2 })
})

test('writers who wait at the same time share a sync', async () => {
  const folder = await temporaryFolder()
  let appends = 0
  const openLog: typeof nodeDisk.openLog = async (path, isNew) => {
    const file = await nodeDisk.openLog(path, isNew)
    return {
      ...file,
      append: (bytes) => {
        appends += 1
        return file.append(bytes)
      },
    }
  }
  const { characters } = await openTestStore(folder, { disk: { ...nodeDisk, openLog } })
  appends = 0
  await Promise.all(
    Array.from({ length: 200 }, (_, number) => characters.insert(aCharacter({ id: `${number}` }))),
  )
  expect(appends).toBeLessThanOrEqual(2)
})

test('a record that the next start would refuse is not stored', async () => {
  const folder = await temporaryFolder()
  const { characters } = await openTestStore(folder)
  // A bug elsewhere could do this, whatever the types say.
  const broken = { ...aCharacter(), name: 7 } as unknown as ReturnType<typeof aCharacter>
  await expect(characters.insert(broken)).rejects.toThrow('does not fit its schema')
  expect(await characters.find('character-1')).toBeUndefined()
})

test('the use of a key is written with the next change, at most once a minute, and at the end', async () => {
  const folder = await temporaryFolder()
  const first = await openTestStore(folder)
  await first.keys.insert(aKey())
  const journal = join(folder, 'store', FIRST_SEGMENT)
  const touches = async () =>
    (await linesOf(journal)).slice(2).flatMap((line) => {
      const { changes } = JSON.parse(line).entry
      return changes.flatMap((change: { kind: string; put: { lastUsedAt: string } }) =>
        change.kind === 'keys' ? [change.put.lastUsedAt] : [],
      )
    })
  const use = async (second: number) => {
    first.keys.recordUse('key-1', at(second))
    await first.characters.insert(aCharacter({ id: `at ${second}` }))
  }

  first.keys.recordUse('key-1', at(1))
  expect(await touches()).toEqual([])
  await use(2)
  expect(await touches()).toEqual([at(2)])
  await use(30)
  await use(61)
  expect(await touches()).toEqual([at(2)])
  await use(62)
  expect(await touches()).toEqual([at(2), at(62)])
  await use(70)
  await first.close()
  expect(await touches()).toEqual([at(2), at(62), at(70)])

  const second = await openTestStore(folder)
  expect(await second.keys.list('account-1')).toEqual([aKey({ lastUsedAt: at(70) })])
})
