import { expect, test } from 'vitest'
import { conversationStats, listConversations } from '../../../src/domain/conversations/conversations.js'
import type { ConversationQuery } from '../../../src/domain/conversations/ports.js'
import { characterRecord, conversationRecord, organizationsOf } from '../../support/http/http-records.js'

const developer = { accountId: 'a1', playerId: null }
const player = { accountId: 'a1', playerId: 'ada' }
const everyone = { totalConversations: 9, totalMessages: 90, firstActivity: 'x', lastActivity: 'y' }

function given(own: ReturnType<typeof conversationRecord> | undefined = conversationRecord()) {
  const asked: ConversationQuery[] = []
  const deps = {
    organizations: organizationsOf(),
    characters: { find: async () => characterRecord() },
    conversations: {
      find: async () => own,
      stats: async () => everyone,
      list: async (query: ConversationQuery) => {
        asked.push(query)
        return { conversations: [conversationRecord()], total: 9 }
      },
    },
  }
  return { asked, deps }
}

test('a page holds fifty by default, the last active one first', async () => {
  const { deps, asked } = given()
  const page = { limit: 50, offset: 0, sortBy: 'last_activity', sortOrder: 'desc' }
  expect(await listConversations(deps, developer, { characterId: 'c1', query: {} })).toEqual({
    conversations: [conversationRecord()],
    total: 9,
    ...page,
  })
  expect(asked).toEqual([{ ...page, characterId: 'c1', playerSearch: null, minMessages: 0 }])
})

test('what is asked for reaches the store, and comes back with the page', async () => {
  const { deps, asked } = given()
  const page = { limit: 2, offset: 4, sortBy: 'player_id', sortOrder: 'asc' } as const
  const query = { ...page, playerSearch: 'ad', minMessages: 3 }
  expect(await listConversations(deps, developer, { characterId: 'c1', query })).toEqual({
    conversations: [conversationRecord()],
    total: 9,
    ...page,
  })
  expect(asked).toEqual([{ ...page, characterId: 'c1', playerSearch: 'ad', minMessages: 3 }])
})

test.each([
  ['as it is', {}, 1, 1],
  ['when the search fits', { playerSearch: 'AD' }, 1, 1],
  ['not when the search does not fit', { playerSearch: 'bo' }, 0, 0],
  ['when it has the messages', { minMessages: 2 }, 1, 1],
  ['not when it has too few', { minMessages: 3 }, 0, 0],
  ['counted, but not on the second page', { offset: 1 }, 0, 1],
])('a player sees their own conversation, %s', async (_, query, shown, total) => {
  const { deps, asked } = given()
  expect(await listConversations(deps, player, { characterId: 'c1', query })).toMatchObject({
    conversations: shown === 1 ? [conversationRecord()] : [],
    total,
  })
  expect(asked).toEqual([])
})

test('a developer counts everybody, a player only themselves', async () => {
  expect(await conversationStats(given().deps, developer, 'c1')).toEqual(everyone)
  expect(await conversationStats(given().deps, player, 'c1')).toEqual({
    totalConversations: 1,
    totalMessages: 2,
    firstActivity: '2030-01-02T03:04:05.000Z',
    lastActivity: '2030-01-02T04:00:00.000Z',
  })
})

test('a player without messages has counts of zero', async () => {
  const { deps } = given()
  const silent = { ...deps, conversations: { ...deps.conversations, find: async () => undefined } }
  expect(await conversationStats(silent, player, 'c1')).toEqual({
    totalConversations: 0,
    totalMessages: 0,
    firstActivity: null,
    lastActivity: null,
  })
  expect(await listConversations(silent, player, { characterId: 'c1', query: {} })).toMatchObject({
    conversations: [],
    total: 0,
  })
})
