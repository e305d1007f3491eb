import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { copyStore, verifyStores } from '../../../src/store/copy.js'
import { hasPostgres, usePostgres, withClient } from '../../support/stores/postgres-server.js'
import { openTestStore, silentLog, temporaryFolder } from '../../support/stores/store-folder.js'
import { aCharacter, aConversation, aMessage, at } from '../../support/stores/store-records.js'
import { contentsOf, stateAfterReopen } from '../../support/stores/store-state.js'

/** Whatever players and clients may write: NUL, halves of pairs, quotes, line ends, and what looks like an escape. */
const HOSTILE = ['\u0000', '\ud800', '\udfff!', '😀', '\\u0000', `"'{},\\`, '\n\r\t\u2028', 'NULL', '{}']

const timers = createTimers()

async function fillFolder(): Promise<string> {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  for (const [n, text] of HOSTILE.entries()) {
    const id = `character-${n}${text}`
    await store.characters.insert(aCharacter({ id, name: text, account_id: text }))
    const pair = { characterId: id, playerId: `player ${text}` }
    await store.conversations.findOrCreate(aConversation({ ...pair, id: `conversation ${n}` }))
    await store.conversations.append(`conversation ${n}`, aMessage({ content: text, timestamp: at(n) }))
    await store.conversations.append(`conversation ${n}`, aMessage({ content: `${text} again` }))
  }
  await store.characters.remove(`character-3${HOSTILE[3]}`)
  await store.compactNow()
  await store.close()
  return folder
}

const snapshotsOf = async (folder: string) =>
  Object.fromEntries(
    Object.entries(await contentsOf(join(folder, 'store'))).filter(([name]) => name.endsWith('.json')),
  )

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('records come back from a database byte for byte', async () => {
    const [folder, copy] = [await fillFolder(), await temporaryFolder()]
    const database = await postgres.database()
    const { records } = await copyStore({ from: folder, to: database, log: silentLog, timers })
    expect(records).toBeGreaterThan(3 * HOSTILE.length)
    await copyStore({ from: database, to: copy, log: silentLog, timers })
    expect(await snapshotsOf(copy)).toEqual(await snapshotsOf(folder))
    expect(await verifyStores({ from: folder, to: copy, timers })).toMatchObject({ records })
    expect(await stateAfterReopen(copy)).toEqual(await stateAfterReopen(folder))
  })

  test('what is served from a database goes on in a folder, and nobody gets an id again', async () => {
    const [data, copy, database] = [
      await temporaryFolder(),
      await temporaryFolder(),
      await postgres.database(),
    ]
    const store = await openTestStore(data, { database })
    await store.characters.insert(aCharacter())
    await store.conversations.findOrCreate(aConversation())
    for (let count = 1; count <= 3; count += 1) await store.conversations.append('conversation-1', aMessage())
    await store.conversations.remove({ characterId: 'character-1', playerId: 'player-1' })
    await store.conversations.findOrCreate(aConversation())
    await store.close()
    await copyStore({ from: database, to: copy, log: silentLog, timers })
    for (const again of [await openTestStore(copy), await openTestStore(data, { database })]) {
      expect(await again.conversations.append('conversation-1', aMessage())).toMatchObject({ id: 4 })
      expect(
        await again.conversations.find({ characterId: 'character-1', playerId: 'player-1' }),
      ).toMatchObject({
        messageCount: 1,
      })
      await again.close()
    }
  })

  test('a copy overwrites nothing, takes nothing that is served, and names what differs', async () => {
    const [folder, database] = [await fillFolder(), await postgres.database()]
    const copy = { from: folder, to: database, log: silentLog, timers }
    const served = await openTestStore(folder)
    await expect(copyStore(copy)).rejects.toThrow('already served')
    await served.close()
    await copyStore(copy)
    await expect(copyStore(copy)).rejects.toThrow('holds records already')
    await expect(copyStore({ from: database, to: folder, log: silentLog, timers })).rejects.toThrow(
      'holds records already',
    )
    await expect(copyStore({ ...copy, from: await temporaryFolder() })).rejects.toThrow(
      'There are no records',
    )

    const change = `update parley.records set body = replace(body, 'again', 'twice') where kind = 'messages' and position =
      (select max(position) from parley.records where kind = 'messages')`
    await withClient(database, (client) => client.query(change))
    await expect(verifyStores({ from: folder, to: database, timers })).rejects.toThrow(
      /differs at record \d+ of the kind "messages", 18\./,
    )
    expect(await readFile(join(folder, 'store', 'messages.json'), 'utf8')).toContain('again')
  })
})
