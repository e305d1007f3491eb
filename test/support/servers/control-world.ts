import type { InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { createBuiltInIssuer } from '../../../src/adapters/identity/built-in-issuer.js'
import { generateSigningKey } from '../../../src/adapters/identity/signing-key.js'
import { ensureAccount } from '../../../src/domain/accounts/accounts.js'
import type { AccountRepository, ApiKeyRepository } from '../../../src/domain/accounts/ports.js'
import type { AccountRecord, ApiKeyRecord } from '../../../src/domain/accounts/record.js'
import { createMeter } from '../../../src/domain/operations/meter.js'
import { createApp } from '../../../src/http/create-app.js'
import type { HttpDeps, HttpSettings } from '../../../src/http/http-deps.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createRandomSources, createSecrets } from '../../../src/runtime/process/random.js'
import { createPageFiles } from '../../../src/runtime/services/share-services.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { compilers } from './compilers.js'

/** What a token request to the control world carries. */
export const LOCAL_SECRET = 'secret-of-the-control-world'
export const withLocalSecret = { 'x-parley-local': LOCAL_SECRET } as const

export const STAFF_EMAIL = 'dev@parley.local'

const SETTINGS: HttpSettings = {
  version: '0.0.0',
  hostWasSet: false,
  hosts: [],
  docsUrl: null,
  shareUrl: null,
  deprecation: null,
  modelFinalState: 'auto',
  trustedProxies: [],
}
const NOBODY = { characters: 'none are needed here' }

/** The real REST door over accounts and keys in arrays, with the clock standing still at a known moment. */
export async function openControlWorld(
  settings: Partial<HttpSettings> = {},
  changes: Partial<HttpDeps> = {},
) {
  const clock = createClock({
    startAt: new Date('2030-01-02T03:04:05.000Z'),
    frozen: true,
    onFailure: (error) => {
      throw error
    },
  })
  const { ids } = createRandomSources({ seed: 'control', start: 1 })
  const issuer = createBuiltInIssuer({ key: await generateSigningKey(), clock })
  const resets: string[] = []
  const failures: object[] = []
  const note = (message: string, fields?: object) => {
    failures.push({ message, ...fields })
  }
  const accounts = accountsInArray()
  const store = createInMemoryStore()
  const deps = {
    ...(NOBODY as unknown as HttpDeps),
    accounts,
    organizations: store.organizations,
    transact: store.transact,
    keys: keysInArray(),
    identity: issuer,
    issuer,
    clock,
    ids,
    secrets: createSecrets(),
    localSecret: LOCAL_SECRET,
    log: { debug: () => {}, info: () => {}, warn: note, error: note },
    resettable: { reset: async () => void resets.push(clock.now().toISOString()) },
    meter: createMeter(),
    referencePage: createPageFiles('api-reference'),
    settings: { ...SETTINGS, ...settings },
    ...changes,
  }
  await ensureAccount({ accounts, clock, ids }, { email: STAFF_EMAIL, isStaff: true })

  const app = await createApp(deps, compilers)
  onTestFinished(async () => {
    await app.close()
    await store.close()
    clock.stop()
  })

  /** Asks as the account of this address, from this machine. */
  const as = (email: string) => async (request: InjectOptions) => {
    const token = await issuer.issue({ email }, new Date(clock.now().getTime() + 3_600_000))
    return app.inject({ ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } })
  }
  return { app, as, deps, clock, resets, failures }
}

function accountsInArray(): AccountRepository {
  const records: AccountRecord[] = []
  const findByEmail = async (email: string) => records.find((record) => record.email === email)
  return {
    find: async (id) => records.find((record) => record.id === id),
    findMany: async (ids) => ids.flatMap((id) => records.filter((record) => record.id === id)),
    findByEmail,
    ensure: async (candidate) => {
      const existing = await findByEmail(candidate.email)
      if (existing === undefined) records.push(candidate)
      return existing ?? candidate
    },
  }
}

function keysInArray(): ApiKeyRepository {
  let records: ApiKeyRecord[] = []
  return {
    insert: async (record) => {
      records = [record, ...records]
    },
    findByHash: async (hash) => records.find((record) => record.hash === hash),
    list: async (accountId) => records.filter((record) => record.accountId === accountId),
    recordUse: (id, lastUsedAt) => {
      records = records.map((record) => (record.id === id ? { ...record, lastUsedAt } : record))
    },
    remove: async ({ id, accountId }) => {
      const kept = records.filter((record) => record.id !== id || record.accountId !== accountId)
      const isGone = kept.length < records.length
      records = kept
      return isGone
    },
  }
}
