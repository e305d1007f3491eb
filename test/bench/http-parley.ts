import type { AddressInfo } from 'node:net'
import { createImages } from '../../src/adapters/images/images.js'
import { CONTRACT_LIMITS } from '../../src/contract/limits.js'
import { SCOPES } from '../../src/contract/scopes.js'
import { createMeter } from '../../src/domain/operations/meter.js'
import { createApp } from '../../src/http/app.js'
import { createChance, createSecrets } from '../../src/runtime/chance.js'
import { createClock } from '../../src/runtime/clock.js'
import { createMemoryStore } from '../../src/store/memory.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { stillInspection } from '../support/inspection.js'
import { CHARACTER, KEY } from './http-samples.js'

// The service in a process of its own. With a folder its store is durable there, else it is in memory.

const [folder] = process.argv.slice(2)
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const store = folder === undefined ? createMemoryStore() : await openStore({ folder, log: silent })
await prepare(store)

const secrets = createSecrets()
const clock = createClock({ onFailure: ignore })
const app = await createApp({
  ...store,
  clock,
  secrets,
  limits: CONTRACT_LIMITS,
  ids: createChance({ seed: undefined, start: 1 }).ids,
  identity: { verify: async () => undefined },
  issuer: null,
  log: silent,
  images: createImages(),
  presence: { launchStatus: () => 'stopped' },
  resettable: { reset: async () => undefined },
  meter: createMeter(),
  inspection: stillInspection(store),
  settings: { version: '0.0.0', hostWasSet: false, hosts: [], docsUrl: null, deprecation: null },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())

async function prepare({ accounts, keys, characters }: Store): Promise<void> {
  const createdAt = CHARACTER.created_at
  const key = { id: 'k1', name: 'bench', preview: 'svc_', scopes: [...SCOPES], createdAt, lastUsedAt: null }
  await accounts.ensure({ id: 'a1', email: 'bench@example.org', isStaff: false, createdAt })
  await keys.insert({ ...key, accountId: 'a1', hash: createSecrets().hash(KEY) })
  await characters.insert(CHARACTER)
}

function ignore(): void {}
