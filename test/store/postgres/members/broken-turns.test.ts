import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/store/store.js'
import { hasPostgres, usePostgres, withClient } from '../../../support/stores/postgres-server.js'
import { asMember, openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'
import { aCharacter, aConversation, aMessage } from '../../../support/stores/store-records.js'
import { stateOf } from '../../../support/stores/store-state.js'

const BREAK_CONNECTION = 'perform pg_terminate_backend(pg_backend_pid())'
const RUN_OUT_OF_ROOM = "raise exception 'no space left on device' using errcode = 'disk_full'"
const WHILE_WRITING = 'create trigger cut'
const AT_COMMIT = 'create constraint trigger cut'
/** What a trigger needs to run when the transaction commits. */
const DEFERRED = 'deferrable initially deferred'

type Cut = { readonly moment: string; readonly incident: string }

/** Lets this happen in the first transaction that writes an entry, and in no later one: a sequence is not rolled back. */
const cutFirstEntry = (database: string, { moment, incident }: Cut) =>
  withClient(database, (client) =>
    client.query(`
      create sequence parley.cuts;
      create function parley.cut() returns trigger language plpgsql as $$
      begin
        if nextval('parley.cuts') = 1 then ${incident}; end if;
        return null;
      end $$;
      ${moment} after insert on parley.entries ${moment === AT_COMMIT ? DEFERRED : ''}
        for each row execute function parley.cut()`),
  )

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  /** Two stores with a conversation in them, the first of which fails when it writes the next time. */
  const given = async (cut: Cut) => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const open = () => openTestStore(folder, { database: asMember(database) })
    const [first, second] = [await open(), await open()]
    await first.characters.insert(aCharacter({ id: 'character-1' }))
    await first.conversations.findOrCreate(aConversation())
    await cutFirstEntry(database, cut)
    /** The numbers and texts of all messages, which both must agree on. */
    const messages = async () => {
      await Promise.all([first.leadership?.confirm(), second.leadership?.confirm()])
      expect(stateOf(first)).toEqual(stateOf(second))
      const found = Object.values(stateOf(second)['messages'] ?? {}) as { id: number; content: string }[]
      return found.map(({ id, content }) => [id, content])
    }
    return { first, second, messages }
  }
  const say = (store: Store, content: string) =>
    store.conversations.append('conversation-1', aMessage({ content }))

  test.each([
    { name: 'while it writes', moment: WHILE_WRITING },
    { name: 'when it commits', moment: AT_COMMIT },
  ])(
    'what a turn gave out before its connection broke $name is given out anew, and stored once',
    async ({ moment }) => {
      const { first, second, messages } = await given({ moment, incident: BREAK_CONNECTION })
      const told = await Promise.all([say(first, 'one'), say(first, 'two')])
      expect(told.map((message) => message?.id)).toEqual([1, 2])
      expect((await say(second, 'three'))?.id).toBe(3)
      expect(await messages()).toEqual([
        [1, 'one'],
        [2, 'two'],
        [3, 'three'],
      ])
    },
  )

  test('what a turn gave out before the database had no room is given to the next who writes', async () => {
    const { first, second, messages } = await given({ moment: WHILE_WRITING, incident: RUN_OUT_OF_ROOM })
    await expect(say(first, 'refused')).rejects.toMatchObject({ kind: 'insufficient_storage' })
    expect((await say(first, 'one'))?.id).toBe(1)
    expect((await say(second, 'two'))?.id).toBe(2)
    expect(await messages()).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
  })
})
