import { expect, test } from 'vitest'
import { SCOPES } from '../../../src/contract/scopes.js'
import { createKey, listKeys, revokeKey } from '../../../src/domain/accounts/keys.js'
import type { ApiKeyRecord } from '../../../src/domain/accounts/record.js'

const SECRET = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA'

function given() {
  const stored: ApiKeyRecord[] = []
  const asked: number[] = []
  const deps = {
    keys: {
      insert: async (record: ApiKeyRecord) => {
        stored.push(record)
      },
      list: async (accountId: string) => stored.filter((record) => record.accountId === accountId),
      remove: async (owner: { id: string; accountId: string }) => {
        const at = stored.findIndex(({ id, accountId }) => id === owner.id && accountId === owner.accountId)
        if (at >= 0) stored.splice(at, 1)
        return at >= 0
      },
    },
    clock: { now: () => new Date('2030-01-02T03:04:05.000Z'), schedule: () => () => {} },
    ids: { uuid: () => 'k1' },
    secrets: {
      token: (bytes: number) => {
        asked.push(bytes)
        return SECRET
      },
      hash: (secret: string) => `hash of ${secret}`,
      timingSafeEqual: (a: string, b: string) => a === b,
    },
  }
  return { deps, stored, asked }
}

test('a new key is a prefix and 256 bits of chance, shown once', async () => {
  const { deps, asked } = given()
  expect(await createKey(deps, { accountId: 'a1', name: 'ci', scopes: ['memories:read'] })).toEqual({
    id: 'k1',
    name: 'ci',
    key: `svc_${SECRET}`,
    scopes: ['memories:read'],
    createdAt: '2030-01-02T03:04:05.000Z',
  })
  expect(asked).toEqual([32])
})

test('only the hash and the first characters of a key are stored', async () => {
  const { deps, stored } = given()
  await createKey(deps, { accountId: 'a1', name: 'ci', scopes: ['memories:read'] })
  expect(stored).toEqual([
    {
      id: 'k1',
      accountId: 'a1',
      name: 'ci',
      preview: 'svc_q83vEj',
      scopes: ['memories:read'],
      createdAt: '2030-01-02T03:04:05.000Z',
      lastUsedAt: null,
      hash: `hash of svc_${SECRET}`,
    },
  ])
})

test('a key made without scopes holds every scope', async () => {
  const { deps } = given()
  expect(await createKey(deps, { accountId: 'a1', name: 'ci' })).toMatchObject({ scopes: [...SCOPES] })
})

test('a scope that is named twice is stored once', async () => {
  const { deps } = given()
  const made = await createKey(deps, {
    accountId: 'a1',
    name: 'ci',
    scopes: ['shares:read', 'memories:read', 'shares:read'],
  })
  expect(made.scopes).toEqual(['shares:read', 'memories:read'])
})

test('a list shows neither keys, nor hashes, nor the keys of others', async () => {
  const { deps } = given()
  await createKey(deps, { accountId: 'a1', name: 'mine', scopes: ['memories:read'] })
  await createKey(deps, { accountId: 'a2', name: 'theirs' })
  expect(await listKeys(deps, 'a1')).toEqual([
    {
      id: 'k1',
      name: 'mine',
      preview: 'svc_q83vEj',
      scopes: ['memories:read'],
      createdAt: '2030-01-02T03:04:05.000Z',
      lastUsedAt: null,
    },
  ])
})

test('only the account of a key can revoke it, once', async () => {
  const { deps, stored } = given()
  await createKey(deps, { accountId: 'a1', name: 'ci' })
  const unknown = { kind: 'not_found', detail: 'API key not found' }
  await expect(revokeKey(deps, { id: 'k1', accountId: 'a2' })).rejects.toMatchObject(unknown)
  await revokeKey(deps, { id: 'k1', accountId: 'a1' })
  expect(stored).toEqual([])
  await expect(revokeKey(deps, { id: 'k1', accountId: 'a1' })).rejects.toMatchObject(unknown)
})
