import { expect, test } from 'vitest'
import { issueToken } from '../../../src/domain/accounts/issue-token.js'
import type { AccountRecord } from '../../../src/domain/accounts/record.js'

function given() {
  const issued: object[] = []
  const accounts: AccountRecord[] = []
  const deps = {
    issuer: {
      issue: async (identity: { email: string }, expiresAt: Date) => {
        issued.push({ ...identity, expiresAt })
        return 'signed'
      },
      verify: async () => undefined,
      keySet: () => ({ keys: [] }),
    },
    accounts: {
      find: async () => undefined,
      findMany: async () => [],
      findByEmail: async (email: string) => accounts.find((account) => account.email === email),
      ensure: async (candidate: AccountRecord) => {
        accounts.push(candidate)
        return candidate
      },
    },
    clock: { now: () => new Date('2030-01-02T03:04:05.678Z'), schedule: () => () => {} },
    ids: { uuid: () => 'a1' },
  }
  return { deps, issued, accounts }
}

test('a token lives an hour by default, and the response names the exact second of its expiry', async () => {
  const { deps, issued, accounts } = given()
  expect(await issueToken(deps, { email: 'Ada@example.org' })).toEqual({
    idToken: 'signed',
    expiresAt: '2030-01-02T04:04:05.000Z',
    account: { id: 'a1', email: 'ada@example.org' },
  })
  expect(issued).toEqual([{ email: 'ada@example.org', expiresAt: new Date('2030-01-02T04:04:05.000Z') }])
  expect(accounts).toHaveLength(1)
})

test('a token lives as long as asked', async () => {
  const { deps } = given()
  const { expiresAt } = await issueToken(deps, { email: 'ada@example.org', expiresIn: 1 })
  expect(expiresAt).toBe('2030-01-02T03:04:06.000Z')
})

test('without the built-in issuer no token is issued and no account appears', async () => {
  const { deps, accounts } = given()
  const attempt = issueToken({ ...deps, issuer: null }, { email: 'ada@example.org' })
  await expect(attempt).rejects.toMatchObject({ kind: 'forbidden' })
  expect(accounts).toEqual([])
})
