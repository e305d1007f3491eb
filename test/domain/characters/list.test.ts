import { expect, test } from 'vitest'
import { listCharacters } from '../../../src/domain/characters/list.js'
import type { CharacterQuery } from '../../../src/domain/characters/ports.js'
import { characterRecord, organizationsOf } from '../../support/http/http-records.js'

function given() {
  const asked: CharacterQuery[] = []
  const list = async (query: CharacterQuery) => {
    asked.push(query)
    return { characters: [characterRecord()], total: 7 }
  }
  return { asked, deps: { organizations: organizationsOf(), characters: { list } } }
}

test('a page holds twenty from the start, unless said otherwise', async () => {
  const { deps, asked } = given()
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
  const { deps, asked } = given()
  const query = { limit: 3, offset: 6, search: 'mi' }
  expect(await listCharacters(deps, { accountId: 'a1', playerId: 'ada', orgId: null }, query)).toMatchObject({
    limit: 3,
    offset: 6,
  })
  expect(asked).toEqual([
    { accountId: 'a1', orgId: null, playerId: 'ada', search: 'mi', limit: 3, offset: 6 },
  ])
})
