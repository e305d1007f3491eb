import { expect, test } from 'vitest'
import { findChangeable, findReadable } from '../../../src/domain/characters/access.js'
import { characterRecord, organizationsOf } from '../../support/http-records.js'

/** Player scoping rules 1 to 5, and Scopes rule 5. */
const asked = [
  { who: 'the developer', asks: null, owner: null, read: 'ok', change: 'ok' },
  { who: 'the developer', asks: null, owner: 'ada', read: 'ok', change: 'ok' },
  { who: 'the owning player', asks: 'ada', owner: 'ada', read: 'ok', change: 'ok' },
  { who: 'another player', asks: 'bob', owner: 'ada', read: 'not_found', change: 'forbidden' },
  { who: 'a player', asks: 'ada', owner: null, read: 'not_found', change: 'forbidden' },
]

const given = (player_id: string | null) => ({
  organizations: organizationsOf(),
  characters: { find: async (id: string) => (id === 'c1' ? characterRecord({ player_id }) : undefined) },
})
const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error: { kind: string }) => error.kind,
  )

test.each(asked)('$who (asking as $asks, owned by $owner): read $read, change $change', async (row) => {
  const caller = { accountId: 'a1', playerId: row.asks }
  expect(await outcome(findReadable(given(row.owner), caller, 'c1'))).toBe(row.read)
  expect(await outcome(findChangeable(given(row.owner), caller, 'c1'))).toBe(row.change)
})

test.each([
  ['to read', findReadable],
  ['to change', findChangeable],
])('%s: another account is told nothing', async (_, find) => {
  expect(await outcome(find(given(null), { accountId: 'a2', playerId: null }, 'c1'))).toBe('not_found')
  expect(await outcome(find(given(null), { accountId: 'a2', playerId: 'ada' }, 'c1'))).toBe('not_found')
  expect(await outcome(find(given(null), { accountId: 'a1', playerId: null }, 'nope'))).toBe('not_found')
})
