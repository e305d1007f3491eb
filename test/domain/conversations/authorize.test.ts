import { expect, test } from 'vitest'
import { getConversation, removeConversation } from '../../../src/domain/conversations/conversations.js'
import { characterRecord, conversationRecord, organizationsOf } from '../../support/http/http-records.js'

const given = (owner: string | null) => ({
  organizations: organizationsOf(),
  characters: {
    find: async (id: string) => (id === 'c1' ? characterRecord({ player_id: owner }) : undefined),
  },
  conversations: { find: async () => conversationRecord(), remove: async () => true },
})
const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error: { kind: string; detail: string }) => `${error.kind}: ${error.detail}`,
  )

const pair = { characterId: 'c1', playerId: 'ada' }
const noCharacter = 'not_found: Character not found'
const noConversation = 'not_found: Conversation not found'
const notTheirs = 'forbidden: Conversation belongs to someone else'

/** Who may see, and delete, what ada said to a character. */
const asked = [
  { asks: null, owner: null, read: 'ok', remove: 'ok' },
  { asks: null, owner: 'bob', read: 'ok', remove: 'ok' },
  { asks: 'ada', owner: null, read: 'ok', remove: 'ok' },
  { asks: 'ada', owner: 'ada', read: 'ok', remove: 'ok' },
  { asks: 'ada', owner: 'bob', read: noCharacter, remove: notTheirs },
  { asks: 'bob', owner: null, read: noConversation, remove: notTheirs },
  { asks: 'bob', owner: 'bob', read: noConversation, remove: notTheirs },
]

test.each(asked)('player $asks at a character of $owner: read $read, delete $remove', async (row) => {
  const caller = { accountId: 'a1', playerId: row.asks }
  expect(await outcome(getConversation(given(row.owner), caller, pair))).toBe(row.read)
  expect(await outcome(removeConversation(given(row.owner), caller, pair))).toBe(row.remove)
})

test.each([
  ['another account', { accountId: 'a2', playerId: null }, 'c1'],
  ['a character that is not there', { accountId: 'a1', playerId: null }, 'nope'],
])('%s: the character is not found', async (_, caller, characterId) => {
  const deps = given(null)
  expect(await outcome(getConversation(deps, caller, { ...pair, characterId }))).toBe(noCharacter)
  expect(await outcome(removeConversation(deps, caller, { ...pair, characterId }))).toBe(noCharacter)
})

test('a player who never spoke to the character has no conversation to read or delete', async () => {
  const silent = {
    ...given(null),
    conversations: { find: async () => undefined, remove: async () => false },
  }
  const caller = { accountId: 'a1', playerId: null }
  expect(await outcome(getConversation(silent, caller, pair))).toBe(noConversation)
  expect(await outcome(removeConversation(silent, caller, pair))).toBe(noConversation)
})
