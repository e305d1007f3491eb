import type { AddressInfo } from 'node:net'
import { createImages } from '../../src/adapters/images/images.js'
import { createStubVision } from '../../src/adapters/vision/stub-vision.js'
import { CONTRACT_LIMITS } from '../../src/contract/limits.js'
import { SCOPES } from '../../src/contract/scopes.js'
import { createMeter } from '../../src/domain/operations/meter.js'
import { createApp } from '../../src/http/create-app.js'
import { createClock } from '../../src/runtime/process/clock.js'
import { createRandomSources, createSecrets } from '../../src/runtime/process/random.js'
import { createInMemoryStore } from '../../src/store/in-memory-store.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { fixedInspection } from '../support/measure/inspection.js'
import { CHARACTER, CROWD_KEY, FEW, FEW_KEY, KEY } from './http-samples.js'

// The service in a process of its own. With a folder its store is durable there, else it is in memory. With a number
// there is an account of so many characters, and one of a few.

const [folder = '', crowd] = process.argv.slice(2)
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const store =
  folder === ''
    ? createInMemoryStore()
    : await openStore({ folder, log: silent, clock: { now: () => new Date() } })
await prepare(store)

const secrets = createSecrets()
const clock = createClock({ onFailure: ignore })
const app = await createApp({
  ...store,
  clock,
  secrets,
  limits: CONTRACT_LIMITS,
  checkUrl: () => undefined,
  areBatchesEnabled: true,
  linkKey: '',
  localSecret: '',
  ids: createRandomSources({ seed: undefined, start: 1 }).ids,
  identity: { verify: async () => undefined },
  issuer: null,
  log: silent,
  // What is measured here searches no memory.
  memoryGraphs: { get: () => Promise.reject(new Error('there are no graphs here')) },
  memoryCorpora: { search: () => Promise.reject(new Error('there is no search here')) },
  images: createImages(),
  vision: createStubVision(),
  models: { isConfigured: false, quota: Number.POSITIVE_INFINITY },
  liveModels: {
    start: async () => Promise.reject(new Error('no models here')),
    poll: async (record) => record,
  },
  presence: { launchStatus: () => 'stopped' },
  allTraces: {
    list: async () => ({ turns: [], silent: 0 }),
    find: async () => undefined,
    findPrompt: async () => undefined,
  },
  turnReplays: {
    describeRequest: () => Promise.reject(new Error('there are no turns here')),
    retry: () => Promise.reject(new Error('there are no turns here')),
  },
  turnRequests: { start: () => Promise.reject(new Error('there are no turns here')) },
  liveShares: { revoke: async () => 0 },
  liveEncounters: { begin: async () => undefined },
  sharePage: { find: async () => undefined },
  voice: { recognition: {} },
  referencePage: { find: async () => undefined },
  resettable: { reset: async () => undefined },
  meter: createMeter(),
  inspection: fixedInspection(store),
  settings: {
    version: '0.0.0',
    hostWasSet: false,
    hosts: [],
    docsUrl: null,
    shareUrl: null,
    deprecation: null,
    modelFinalState: 'auto',
    trustedProxies: [],
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())

async function prepare(records: Store): Promise<void> {
  await prepareAccount(records, 'a1', KEY)
  await records.characters.insert(CHARACTER)
  if (crowd === undefined) return

  await prepareAccount(records, 'few', FEW_KEY)
  await prepareAccount(records, 'crowd', CROWD_KEY)
  await prepareCharacters(records, 'few', FEW)
  await prepareCharacters(records, 'crowd', Number(crowd))
}

async function prepareAccount({ accounts, keys }: Store, id: string, key: string): Promise<void> {
  const createdAt = CHARACTER.created_at
  const record = { id: `k-${id}`, name: 'bench', preview: 'svc_', createdAt, lastUsedAt: null }
  await accounts.ensure({ id, email: `${id}@example.org`, isStaff: false, createdAt })
  await keys.insert({ ...record, scopes: [...SCOPES], accountId: id, hash: createSecrets().hash(key) })
}

async function prepareCharacters({ characters }: Store, accountId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const created_at = new Date(Date.UTC(2029, 0, 1) + n).toISOString()
    await characters.insert({ ...CHARACTER, id: `${accountId}-${n}`, account_id: accountId, created_at })
  }
}

function ignore(): void {}
