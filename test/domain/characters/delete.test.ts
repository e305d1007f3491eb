import { expect, test } from 'vitest'
import { deleteCharacter } from '../../../src/domain/characters/delete.js'
import { characterRecord, organizationsOf } from '../../support/http/http-records.js'

const given = ({ removed = true, player_id = null as string | null } = {}) => ({
  organizations: organizationsOf(),
  characters: { find: async () => characterRecord({ player_id }), remove: async () => removed },
})

test('a deleted character is named in the answer', async () => {
  const caller = { accountId: 'a1', playerId: null }
  expect(await deleteCharacter(given(), caller, 'c1')).toEqual({ deleted: true, id: 'c1' })
})

test('a player deletes nothing that is not theirs', async () => {
  const caller = { accountId: 'a1', playerId: 'ada' }
  await expect(deleteCharacter(given(), caller, 'c1')).rejects.toMatchObject({ kind: 'forbidden' })
})

test('a character that somebody else deleted first is not found', async () => {
  const caller = { accountId: 'a1', playerId: null }
  await expect(deleteCharacter(given({ removed: false }), caller, 'c1')).rejects.toMatchObject({
    kind: 'not_found',
  })
})
