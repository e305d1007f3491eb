import { expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../../src/contract/scopes.js'
import type { ConversationQuery } from '../../../src/domain/conversations/ports.js'
import { listPlayers } from '../../../src/domain/players/list.js'
import { characterRecord, conversationRecord, organizationsOf } from '../../support/http/http-records.js'

const talked = conversationRecord()
const caller = (playerId: string | null = null, scopes: readonly Scope[] = SCOPES) => ({
  accountId: 'a1',
  playerId,
  scopes: new Set(scopes),
})

function given(remembered: Readonly<Record<string, number>>) {
  const asked: ConversationQuery[] = []
  const deps = {
    organizations: organizationsOf(),
    characters: { find: async () => characterRecord() },
    conversations: {
      find: async () => undefined,
      list: async (query: ConversationQuery) => {
        asked.push(query)
        return { conversations: [talked], total: 1 }
      },
    },
    memories: { countsByPlayer: async () => new Map(Object.entries(remembered)) },
  }
  return { asked, deps }
}

test('the page is cut from everyone, not from the conversations alone', async () => {
  const { deps, asked } = given({ [talked.playerId]: 2, zoe: 1, yan: 3 })
  const query = { limit: 2, offset: 1 }
  expect(await listPlayers(deps, caller(), { characterId: 'c1', query })).toEqual({
    players: [
      { playerId: 'yan', memoryCount: 3, conversation: null },
      { playerId: 'zoe', memoryCount: 1, conversation: null },
    ],
    total: 3,
    limit: 2,
    offset: 1,
    sortBy: 'last_activity',
    sortOrder: 'desc',
    complete: true,
  })
  expect(asked).toMatchObject([{ offset: 0, limit: Number.POSITIVE_INFINITY }])
})

test.each([
  ['the search does not fit', { playerSearch: 'x' }],
  ['messages are asked for', { minMessages: 1 }],
])('a player of whom there are only memories is left out when %s', async (_, query) => {
  const { deps } = given({ zoe: 1 })
  const { players } = await listPlayers(deps, caller(), { characterId: 'c1', query })
  expect(players.map(({ conversation }) => conversation)).toEqual([talked])
})

test('memory counts are hidden from a key that may not read memories', async () => {
  const { deps } = given({ [talked.playerId]: 2, zoe: 1 })
  const scopes: readonly Scope[] = ['conversations:read']
  const listed = await listPlayers(deps, caller(null, scopes), { characterId: 'c1', query: {} })
  expect(listed).toMatchObject({ players: [{ playerId: talked.playerId }], total: 1, complete: false })
  expect(listed.players[0]).not.toHaveProperty('memoryCount')
})

test('a player finds only themselves', async () => {
  const { deps } = given({ zoe: 1, yan: 3 })
  expect(await listPlayers(deps, caller('zoe'), { characterId: 'c1', query: {} })).toMatchObject({
    players: [{ playerId: 'zoe', memoryCount: 1, conversation: null }],
    total: 1,
  })
})
