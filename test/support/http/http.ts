import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { createImages } from '../../../src/adapters/images/images.js'
import { createPalettes } from '../../../src/adapters/images/palette.js'
import { createStubModel } from '../../../src/adapters/model/stub/stub-model.js'
import { createStubModelService } from '../../../src/adapters/model-service/stub.js'
import { createStubVision } from '../../../src/adapters/vision/stub-vision.js'
import { CONTRACT_LIMITS } from '../../../src/contract/limits.js'
import { SCOPES, type Scope } from '../../../src/contract/scopes.js'
import type { IdentityIssuer } from '../../../src/domain/accounts/ports.js'
import { createUrlCheck } from '../../../src/domain/documents/validate-input.js'
import { insertEncounter } from '../../../src/domain/encounters/insert-encounter.js'
import { createLiveModels, type LiveModelDeps } from '../../../src/domain/generation/model3d/live-models.js'
import { createInProcessLeases } from '../../../src/domain/leases.js'
import { createMemoryGraphCache } from '../../../src/domain/memories/graph/memory-graph-cache.js'
import { createMemoryCorpora } from '../../../src/domain/memories/search/memory-corpora.js'
import { createMeter } from '../../../src/domain/operations/meter.js'
import type { Presence } from '../../../src/domain/presence.js'
import { createApp } from '../../../src/http/create-app.js'
import type { HttpDeps } from '../../../src/http/http-deps.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createRandomSources, createSecrets } from '../../../src/runtime/process/random.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createSearch } from '../../../src/runtime/services/search.js'
import { createPageFiles } from '../../../src/runtime/services/share-services.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { fixedInspection } from '../measure/inspection.js'
import { createFakeBodyBuilder } from '../models/fake-body-builder.js'
import { compilers } from '../servers/compilers.js'
import { givenTurnRequests } from '../sessions/given-turn-requests.js'

export const NOW = '2030-01-02T03:04:05.000Z'

/** No work takes long enough to give way: what is done in the background is done before the next request. */
const unhurried = { elapsed: () => 0, sleep: async () => undefined }

/** The real app on a store in memory, at a time that stands still, with two accounts and a key of each. */
export async function startHttp(overrides: Partial<HttpDeps> = {}, store = createInMemoryStore()) {
  const http = await openHttp(overrides, store)
  onTestFinished(http.close)
  return http
}

/** The same, for all tests of a file that change nothing: who opens it closes it. */
export async function openHttp(overrides: Partial<HttpDeps> = {}, store = createInMemoryStore()) {
  const secrets = createSecrets()
  const launchStatuses = new Map<string, ReturnType<Presence['launchStatus']>>()
  const logged: { message: string; fields: object | undefined }[] = []
  const note = (message: string, fields?: object) => void logged.push({ message, fields })
  const clock = createClock({
    startAt: new Date(NOW),
    frozen: true,
    onFailure: (error) => note('clock', { error }),
  })
  const issuer = fakeIssuer()
  const quiet = { debug: () => undefined, info: () => undefined, warn: note, error: note }

  const ids = createRandomSources({ seed: 'http', start: 1 }).ids
  const polled = { advance: 'polls', secondsPerStage: 5, fail: null } as const
  const deps: HttpDeps = {
    ...store,
    clock,
    secrets,
    limits: CONTRACT_LIMITS,
    checkUrl: createUrlCheck([{ host: 'origin.test', port: null }]),
    linkKey: secrets.token(32),
    localSecret: secrets.token(32),
    areBatchesEnabled: true,
    ids,
    identity: issuer,
    issuer,
    log: { debug: () => undefined, info: () => undefined, warn: note, error: note },
    presence: { launchStatus: (id) => launchStatuses.get(id) ?? 'stopped' },
    images: createImages(),
    vision: createStubVision(),
    models: { isConfigured: true, quota: Number.POSITIVE_INFINITY },
    liveModels: liveModelsOf({
      ...store,
      clock,
      ids,
      log: quiet,
      service: createStubModelService({ builder: createFakeBodyBuilder(), clock }, polled),
    }),
    memoryGraphs: createMemoryGraphCache({ ...store, timers: unhurried, log: quiet }),
    memoryCorpora: createMemoryCorpora({
      ...store,
      search: await createSearch({ kind: 'hash' }, { timers: createTimers(), log: quiet }),
      timers: createTimers(),
      log: quiet,
    }),
    liveShares: createInProcessLeases(),
    sharePage: createPageFiles('share'),
    voice: { recognition: { understands: () => 'data_layer' } },
    referencePage: createPageFiles('api-reference'),
    liveEncounters: {
      begin: async (record) => {
        await insertEncounter(store, record, { maxRunning: 1e6, maxEnded: 1e6, endedSince: NOW })
      },
    },
    resettable: { reset: async () => undefined },
    ...givenTurnRequests({
      ...{ store, clock, ids, secrets, log: quiet, timers: createTimers() },
      model: createStubModel({ timers: createTimers(), pace: 'instant' }),
    }),
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
    ...overrides,
  }
  const app = await createApp(deps, compilers)
  const close = async () => {
    await app.close()
    await store.close()
  }

  async function makeKey(accountId: string, scopes: readonly Scope[] = SCOPES): Promise<string> {
    const key = `svc_${secrets.token(32)}`
    const id = deps.ids.uuid()
    const record = { id, name: 'test', preview: 'svc_', createdAt: NOW, lastUsedAt: null }
    await store.keys.insert({ ...record, scopes: [...scopes], accountId, hash: secrets.hash(key) })
    return key
  }
  for (const [id, isStaff] of [['a1', true] as const, ['a2', false] as const]) {
    await store.accounts.ensure({ id, email: `${id}@example.org`, isStaff, createdAt: NOW })
  }
  const key = await makeKey('a1')
  const otherKey = await makeKey('a2')

  return {
    app,
    close,
    deps,
    store,
    clock,
    logged,
    launchStatuses,
    key,
    otherKey,
    makeKey,
    call: createCall(app, key),
  }
}

/** Models of a service as any server would have them made. */
export const liveModelsOf = (deps: Omit<LiveModelDeps, 'palettes' | 'timers'> & Partial<LiveModelDeps>) =>
  createLiveModels({ palettes: createPalettes(), timers: createTimers(), ...deps })

type Asked = {
  readonly body?: unknown
  /** Null: none. */
  readonly key?: string | null
  readonly playerId?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request with the first account's key, unless told otherwise, and reads the JSON of the answer. */
function createCall(app: FastifyInstance, ownKey: string) {
  return async (method: string, url: string, { body, key = ownKey, playerId, headers }: Asked = {}) => {
    const answer = await app.inject({
      // The app answers methods that the type does not list, too.
      method: method as 'GET',
      url,
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(playerId === undefined ? {} : { 'x-player-id': playerId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === '' ? null : (answer.json() as unknown),
    }
  }
}

/** ID tokens that say nothing but whose they are: `id:ada@example.org`. */
function fakeIssuer(): IdentityIssuer {
  return {
    issue: async ({ email }) => `id:${email}`,
    verify: async (token) => (token.startsWith('id:') ? { email: token.slice(3) } : undefined),
    keySet: () => ({ keys: [] }),
  }
}
