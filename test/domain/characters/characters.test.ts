import { expect, test } from 'vitest'
import { deleteCharacter, listCharacters } from '../../../src/domain/characters/characters.js'
import type { CharacterQuery } from '../../../src/domain/characters/ports.js'
import { characterRecord, organizationsOf } from '../../support/http/http-records.js'

function givenPage() {
  const asked: CharacterQuery[] = []
  const list = async (query: CharacterQuery) => {
    asked.push(query)
    return { characters: [characterRecord()], total: 7 }
  }
  return { asked, deps: { organizations: organizationsOf(), characters: { list } } }
}

test('a page holds the first twenty by default', async () => {
  const { deps, asked } = givenPage()
  expect(await listCharacters(deps, { accountId: 'a1', playerId: null, orgId: null }, {})).toEqual({
    characters: [characterRecord()],
    total: 7,
    limit: 20,
    offset: 0,
  })
  expect(asked).toEqual([
    { accountId: 'a1', orgId: null, playerId: null, search: null, limit: 20, offset: 0 },
  ])
})

test('a player sees only their own', async () => {
  const { deps, asked } = givenPage()
  const query = { limit: 3, offset: 6, search: 'mi' }
  expect(await listCharacters(deps, { accountId: 'a1', playerId: 'ada', orgId: null }, query)).toMatchObject({
    limit: 3,
    offset: 6,
  })
  expect(asked).toEqual([
    { accountId: 'a1', orgId: null, playerId: 'ada', search: 'mi', limit: 3, offset: 6 },
  ])
})

const givenStored = ({ removed = true, player_id = null as string | null } = {}) => ({
  organizations: organizationsOf(),
  characters: { find: async () => characterRecord({ player_id }), remove: async () => removed },
})

test('a deleted character is named in the answer', async () => {
  const caller = { accountId: 'a1', playerId: null }
  expect(await deleteCharacter(givenStored(), caller, 'c1')).toEqual({ deleted: true, id: 'c1' })
})

test('a player cannot delete a character that is not theirs', async () => {
  const caller = { accountId: 'a1', playerId: 'ada' }
  await expect(deleteCharacter(givenStored(), caller, 'c1')).rejects.toMatchObject({ kind: 'forbidden' })
})

test('a character that was deleted concurrently is not found', async () => {
  const caller = { accountId: 'a1', playerId: null }
  await expect(deleteCharacter(givenStored({ removed: false }), caller, 'c1')).rejects.toMatchObject({
    kind: 'not_found',
  })
})
