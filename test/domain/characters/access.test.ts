import { expect, test } from 'vitest'
import { findChangeableCharacter, findReadableCharacter } from '../../../src/domain/characters/access.js'
import { characterRecord, organizationRecord, organizationsOf } from '../../support/http/http-records.js'

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
  expect(await outcome(findReadableCharacter(given(row.owner), caller, 'c1'))).toBe(row.read)
  expect(await outcome(findChangeableCharacter(given(row.owner), caller, 'c1'))).toBe(row.change)
})

test.each([
  ['to read', findReadableCharacter],
  ['to change', findChangeableCharacter],
])('%s: another account is told nothing', async (_, find) => {
  expect(await outcome(find(given(null), { accountId: 'a2', playerId: null }, 'c1'))).toBe('not_found')
  expect(await outcome(find(given(null), { accountId: 'a2', playerId: 'ada' }, 'c1'))).toBe('not_found')
  expect(await outcome(find(given(null), { accountId: 'a1', playerId: null }, 'nope'))).toBe('not_found')
})

/** Design 11: what an organization owns is every active member's, whoever made it, with or without the header. */
test.each([
  { who: 'the owner', accountId: 'a1', organization: {}, outcome: 'ok' },
  { who: 'a member', accountId: 'a2', organization: {}, outcome: 'ok' },
  { who: 'a stranger', accountId: 'a3', organization: {}, outcome: 'not_found' },
  { who: 'the maker, removed since', accountId: 'a1', organization: { members: [] }, outcome: 'not_found' },
  {
    who: 'the owner of a deleted one',
    accountId: 'a1',
    organization: { deletedAt: '2030-01-02T03:04:05.000Z' },
    outcome: 'not_found',
  },
  {
    who: 'the maker, in one that is gone',
    accountId: 'a1',
    organization: { id: 'o2' },
    outcome: 'not_found',
  },
])("an organization's character, for $who: $outcome", async (row) => {
  const deps = {
    organizations: organizationsOf(organizationRecord(row.organization)),
    characters: { find: async () => characterRecord({ account_id: 'a1', org_id: 'o1' }) },
  }
  const caller = { accountId: row.accountId, playerId: null }
  expect(await outcome(findReadableCharacter(deps, caller, 'c1'))).toBe(row.outcome)
  expect(await outcome(findChangeableCharacter(deps, caller, 'c1'))).toBe(row.outcome)
})
