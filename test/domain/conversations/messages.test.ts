import { expect, test } from 'vitest'
import { listMessages } from '../../../src/domain/conversations/messages.js'
import {
  characterRecord,
  conversationRecord,
  messageRecord,
  organizationsOf,
} from '../../support/http/http-records.js'

const caller = { accountId: 'a1', playerId: null }
const pair = { characterId: 'c1', playerId: 'ada' }

function given(total: number) {
  const asked: object[] = []
  const deps = {
    organizations: organizationsOf(),
    characters: { find: async () => characterRecord() },
    conversations: {
      find: async () => (total === 0 ? undefined : conversationRecord()),
      listMessages: async (page: { conversationId: string; limit: number; skip: number }) => {
        asked.push(page)
        const count = Math.max(0, Math.min(page.limit, total - page.skip))
        return { messages: Array.from({ length: count }, () => messageRecord()), total }
      },
    },
  }
  return { asked, deps }
}

test('the first page is the newest hundred', async () => {
  const { deps, asked } = given(1)
  expect(await listMessages(deps, caller, { pair, query: {} })).toEqual({
    messages: [messageRecord()],
    pagination: { page: 1, limit: 100, total: 1, hasMore: false },
  })
  expect(asked).toEqual([{ conversationId: 'v1', limit: 100, skip: 0 }])
})

test.each([
  [1, 0, 2, true],
  [2, 2, 2, true],
  [3, 4, 1, false],
  [4, 6, 0, false],
])('page %i of five messages by two skips %i and shows %i', async (page, skip, shown, hasMore) => {
  const { deps, asked } = given(5)
  const { messages, pagination } = await listMessages(deps, caller, { pair, query: { page, limit: 2 } })
  expect(asked).toEqual([{ conversationId: 'v1', limit: 2, skip }])
  expect(messages).toHaveLength(shown)
  expect(pagination).toEqual({ page, limit: 2, total: 5, hasMore })
})

test('a player with no history has an empty page', async () => {
  const { deps } = given(0)
  expect(await listMessages(deps, caller, { pair, query: { page: 3 } })).toEqual({
    messages: [],
    pagination: { page: 3, limit: 100, total: 0, hasMore: false },
  })
})
