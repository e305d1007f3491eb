import { createHash, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { SCOPES } from '../../../src/contract/scopes.js'
import { authenticateIdToken, authenticateKey } from '../../../src/domain/accounts/authenticate.js'
import type { AccountRecord, ApiKeyRecord } from '../../../src/domain/accounts/record.js'

const KEY = 'svc_dGhpcyBpcyBub3QgYSByZWFsIHNlY3JldCBhdCBhbGw'

const secrets = {
  token: () => 'unused',
  hash: (secret: string) => createHash('sha256').update(secret).digest('hex'),
  timingSafeEqual: (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b)),
}
const clock = { now: () => new Date('2030-01-02T03:04:05.000Z'), schedule: () => () => {} }
const stored: ApiKeyRecord = {
  id: 'k1',
  name: 'ci',
  preview: 'svc_dGhpcy',
  scopes: ['memories:read', 'characters:write'],
  createdAt: '2030-01-01T00:00:00.000Z',
  lastUsedAt: null,
  accountId: 'a1',
  hash: secrets.hash(KEY),
}

function givenKeys() {
  const calls: string[] = []
  const keys = {
    findByHash: async (hash: string) => {
      calls.push('find')
      return hash === stored.hash ? stored : undefined
    },
    recordUse: (id: string, at: string) => {
      calls.push(`touch ${id} ${at}`)
    },
  }
  return { calls, deps: { keys, clock, secrets } }
}

test('a key speaks for its account with its own scopes, after one lookup, and its use is noted', async () => {
  const { calls, deps } = givenKeys()
  expect(await authenticateKey(deps, KEY)).toEqual({
    accountId: 'a1',
    keyId: 'k1',
    scopes: new Set(['memories:read', 'characters:write']),
    isStaff: false,
    playerId: null,
    orgId: null,
  })
  expect(calls).toEqual(['find', 'touch k1 2030-01-02T03:04:05.000Z'])
})

test('an unknown or revoked key is refused, and its use is not noted', async () => {
  const { calls, deps } = givenKeys()
  await expect(authenticateKey(deps, `${KEY}x`)).rejects.toMatchObject({
    kind: 'unauthenticated',
    detail: 'Invalid API key',
  })
  expect(calls).toEqual(['find'])
})

test.each([
  ['empty', ''],
  ['without the prefix', KEY.slice(4)],
  ['in capitals', KEY.replace('svc_', 'SVC_')],
  ['a session token', 'sst_0123456789abcdefghijklmnopqrstuv'],
  ['a megabyte long', `svc_${'x'.repeat(2 ** 20)}`],
])('a key that is %s is refused without any lookup', async (_, key) => {
  const { calls, deps } = givenKeys()
  await expect(authenticateKey(deps, key)).rejects.toMatchObject({ kind: 'unauthenticated' })
  expect(calls).toEqual([])
})

test('a store that answers with another record does not let the key through', async () => {
  const { deps } = givenKeys()
  const keys = { ...deps.keys, findByHash: async () => stored }
  await expect(authenticateKey({ ...deps, keys }, `${KEY}x`)).rejects.toMatchObject({
    kind: 'unauthenticated',
  })
})

function givenAccounts(identity: { email: string } | undefined, known: AccountRecord[] = []) {
  const records = [...known]
  let drawn = 0
  const deps = {
    accounts: {
      find: async (id: string) => records.find((account) => account.id === id),
      findMany: async () => [],
      findByEmail: async (email: string) => records.find((account) => account.email === email),
      ensure: async (candidate: AccountRecord) => {
        records.push(candidate)
        return candidate
      },
    },
    identity: { verify: async () => identity },
    ids: {
      uuid: () => {
        drawn += 1
        return `id${drawn}`
      },
    },
    clock,
  }
  return { deps, records, drawn: () => drawn }
}

test('an ID token holds every scope of its account, which is created on first use', async () => {
  const { deps, records } = givenAccounts({ email: 'Ada@Example.org' })
  expect(await authenticateIdToken(deps, 'token')).toEqual({
    accountId: 'id1',
    keyId: null,
    scopes: new Set(SCOPES),
    isStaff: false,
    playerId: null,
    orgId: null,
  })
  expect(records).toEqual([
    { id: 'id1', email: 'ada@example.org', isStaff: false, createdAt: '2030-01-02T03:04:05.000Z' },
  ])
})

test('a known account is found again whatever the case of its address, and no id is drawn', async () => {
  const staff = { id: 'a9', email: 'dev@parley.local', isStaff: true, createdAt: '2030-01-01T00:00:00.000Z' }
  const { deps, records, drawn } = givenAccounts({ email: 'DEV@parley.local' }, [staff])
  expect(await authenticateIdToken(deps, 'token')).toMatchObject({ accountId: 'a9', isStaff: true })
  expect(records).toEqual([staff])
  expect(drawn()).toBe(0)
})

test('an ID token that does not verify is refused, and no account appears', async () => {
  const { deps, records } = givenAccounts(undefined)
  await expect(authenticateIdToken(deps, 'token')).rejects.toMatchObject({
    kind: 'unauthenticated',
    detail: 'Invalid ID token',
  })
  expect(records).toEqual([])
})
