import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { MessageRange } from '../../../../src/domain/memories/extract/in-flight-reads.js'
import { createSharedReads } from '../../../../src/store/postgres/members/readings.js'
import { startStandbyProcess } from '../../../support/servers/store-server.js'
import { connectPlayer, sendTextAndWait } from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres, withClient } from '../../../support/stores/postgres-server.js'
import {
  asMember,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from '../../../support/stores/store-folder.js'

/** The rules of such a server end its process on certain words: see the file. */
const POISON = fileURLToPath(new URL('../../../support/memories/poison/poison.cjs', import.meta.url))

/** Ids may hold anything. */
const ID = 'talk \u0000 \ud800'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('a message that ends two servers, one after the other, is skipped by the third, and nothing else is lost', async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = () =>
      startStandbyProcess(folder, ['--members'], {
        PARLEY_STORE: database,
        NODE_OPTIONS: `--require ${POISON}`,
      })
    // The first one keeps the others company only; it talks at the second, which has not made the folder.
    const starting = [start()]
    const first = await starting[0]?.serving
    starting.push(start())
    const second = await starting[1]?.serving
    starting.push(start())
    const third = await starting[2]?.serving
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('none has started')
    const { id: character_id } = await first.call<{ id: string }>('POST', '/characters', {
      persona: { name: 'Ada' },
    })
    const auth = { api_key: second.ready.apiKey, character_id, player_id: 'ada' }
    const player = connectPlayer(second, auth)
    await player.next('session_info')
    for (const line of ['I live in Lyon.', 'This rule ends the process today.', 'I am allergic to nuts.'])
      await sendTextAndWait(player, line)
    await player.leave().catch(() => undefined)
    await second.ended
    // The oldest takes up what is left to be read.
    await first.ended
    const path = `/characters/${character_id}/players/ada/memories`
    await expect
      .poll(
        async () => {
          const { memories } = await third.call<{ memories: { content: string }[] }>('GET', path)
          return memories.map(({ content }) => content).sort()
        },
        { timeout: 60_000 },
      )
      .toEqual(['The player is allergic to nuts', 'The player lives in Lyon'])
    // A server that comes later reads it as little.
    const fourth = await start().serving
    await fourth.call('GET', '/characters')
    await third.call('GET', '/characters')
  })

  test('those who look, note and forget while a statement is under way share the next one', async () => {
    const asked: string[] = []
    const query = async (_text: string, values: readonly unknown[] = [], name = '') => {
      const conversations = values.find(Array.isArray) as string[]
      await setImmediate()
      asked.push(`${name.split('_')[1]} ${conversations.join(' ')}`)
      return name.startsWith('parley_unfinished') && conversations.includes('"c"')
        ? [{ conversation: '"c"', first: '4', last: '9', times: 1 }]
        : []
    }
    const { log } = recordingLog()
    const reads = createSharedReads({ member: 'me', session: { query }, log })
    const found = await Promise.all(['a', 'b', 'c'].map((id) => reads.unfinished(id)))
    expect(found).toEqual([undefined, undefined, { first: 4, last: 9, times: 1 }])
    const all = ['a', 'b', 'c'].map((id) => reads.track(id, { first: 1, last: 2 }, async () => id))
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual([
      ...['unfinished "a"', 'unfinished "b" "c"'],
      ...['note "a"', 'note "b" "c"', 'forget "a"', 'forget "b" "c"'],
    ])
  })

  test('notes of servers that are gone are found until they are settled, those of servers that live are not', async () => {
    const database = await postgres.database()
    await openTestStore(await temporaryFolder(), { database: asMember(database) })
    await withClient(database, async (client) => {
      const rowsOf = async (text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows as Record<string, unknown>[]
      const { log, lines } = recordingLog()
      const readsOf = (member: string) => createSharedReads({ member, session: { query: rowsOf }, log })
      const other = readsOf('other')
      /** What a member leaves that is killed while it reads. */
      const killedDuring = async (member: string, range: MessageRange) => {
        await rowsOf("insert into parley.members (name, holder, seq) values ($1, '', 0)", [member])
        const before = await other.unfinished(ID)
        const killed = readsOf(member).track(ID, range, async () => {
          // It lives, and holds the lease of the pair.
          expect(await other.unfinished(ID)).toEqual(before)
          await rowsOf('create table parley.left_behind as select * from parley.readings')
          throw new Error('killed')
        })
        await expect(killed).rejects.toThrow('killed')
        await rowsOf('delete from parley.members where name = $1', [member])
        expect(await other.unfinished(ID)).toEqual(before)
        await rowsOf('delete from parley.readings')
        await rowsOf('insert into parley.readings select * from parley.left_behind')
        await rowsOf('drop table parley.left_behind')
      }
      await killedDuring('first', { first: 4, last: 9 })
      expect(await other.unfinished(ID)).toEqual({ first: 4, last: 9, times: 1 })
      expect(await other.track('another', { first: 1, last: 1 }, async () => 'read')).toBe('read')
      // A part of it counts as well; it stands for what was left before.
      await killedDuring('second', { first: 6, last: 6 })
      expect(await other.unfinished(ID)).toEqual({ first: 6, last: 6, times: 2 })
      await killedDuring('third', { first: 10, last: 12 })
      expect(await readsOf('fourth').unfinished(ID)).toEqual({ first: 10, last: 12, times: 1 })
      await other.clear(ID)
      expect(await other.unfinished(ID)).toBeUndefined()
      expect(await rowsOf('select * from parley.readings')).toEqual([])
      // Each process that looks tells of what it has found, once.
      expect(lines.map(({ level, fields }) => [level, fields])).toEqual(
        [
          { first_message: 4, last_message: 9, times: 1 },
          { first_message: 10, last_message: 12, times: 1 },
        ].map((found) => ['warn', { conversation_id: ID, ...found }]),
      )
    })
  })
})
