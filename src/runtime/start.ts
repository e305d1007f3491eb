import { createImages } from '../adapters/images/images.js'
import { createStubVoice } from '../adapters/speech/stub-voice.js'
import type { Timers } from '../domain/clock.js'
import { createLiveEncounters, type LiveEncounterDeps } from '../domain/encounters/live-encounters.js'
import { DomainError } from '../domain/errors.js'
import type { Log } from '../domain/log.js'
import { createMeter } from '../domain/operations/meter.js'
import type { Meter } from '../domain/operations/ports.js'
import { createSessionRegistry } from '../domain/sessions/registry.js'
import { createApp, type HttpDeps } from '../http/create-app.js'
import { attachRealtime } from '../realtime/attach-realtime.js'
import { createInMemoryStore } from '../store/in-memory-store.js'
import { openStore } from '../store/open.js'
import type { Store } from '../store/store.js'
import { StoreError } from '../store/store-error.js'
import type { Settings } from './config/settings.js'
import { createReadyLine, publishReadyLine, type ReadyLine } from './local-state/ready-line.js'
import { loadServerSecrets } from './local-state/server-secrets.js'
import { createInspection } from './observability/inspection.js'
import { createLog } from './observability/log.js'
import {
  withMessageMetrics,
  withSessionMetrics,
  withTurnMetrics,
} from './observability/metrics-decorators.js'
import { createProcessMetrics } from './observability/process-metrics.js'
import { createProviderFailures, type ProviderFailure } from './observability/provider-failures.js'
import { baseUrlOf } from './process/base-url.js'
import { createClock, type RunningClock } from './process/clock.js'
import { createDisposer, type Disposer } from './process/disposer.js'
import { createDrain } from './process/drain.js'
import { listenError } from './process/listen-address.js'
import { createRandomSources, createSecrets } from './process/random.js'
import { limitSilentConnections } from './process/silent-connections.js'
import { runStartChecks } from './process/start-checks.js'
import { StartError } from './process/start-error.js'
import { systemErrorToStartError } from './process/system-error.js'
import { createTimers } from './process/timers.js'
import { readVersion } from './process/version.js'
import { createDocumentServices } from './services/document-services.js'
import { createIdentity } from './services/identity.js'
import { evictOnRemoval, openKnowledgeBase } from './services/knowledge-base.js'
import { createLanguageModels, selectExtractionModel } from './services/language-models.js'
import { startMemoryServices } from './services/memory-services.js'
import { createModel3dServices } from './services/models3d.js'
import { createReset } from './services/reset.js'
import { createSearch, type RunningSearch } from './services/search.js'
import { createShareServices } from './services/share-services.js'
import { createVision } from './services/vision.js'
import { createVoiceEngine } from './services/voice.js'
import { scheduleVoiceWarmUp } from './services/warm-voice.js'
import { ensureFirstAccount } from './world/first-account.js'
import { seedWorlds } from './world/seed-worlds.js'

export type RunningServer = {
  readonly ready: ReadyLine
  /** Providers of models and voices that have failed since the start. */
  providerFailures(): readonly ProviderFailure[]
  /** Answers the requests that have come in, closes the sockets, makes everything durable, frees the data folder. */
  stop(): Promise<void>
}

/** Starts the server; the only place that picks implementations. Throws a StartError when it cannot. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const closing = createDisposer()
  try {
    const folder = await runStartChecks(settings)
    const failures = createProviderFailures()
    const log = failures.wrapLog(
      createLog(settings.logLevel, { fd: settings.logFd, format: settings.logFormat }),
    )
    const timers = createTimers()
    const search = await createSearch(settings.config.embeddings, { timers, log })
    closing.add(search.close)
    const clock = createServerClock(settings, log)
    closing.add(clock.stop)
    // The last that may refuse the start, because from here on the folder changes.
    const store = await openConfiguredStore(settings, { log, clock })
    closing.add(() => store.close())
    await folder.secure(log)
    const ready = await startServices({ settings, log, timers, search, clock, store, closing })
    await folder.recordAsServed()
    return { ready, providerFailures: failures.list, stop: closing.disposeAll }
  } catch (error) {
    await closing.disposeAll()
    throw toStartError(error, settings)
  }
}

function toStartError(error: unknown, { dataDir }: Settings): unknown {
  if (error instanceof StoreError) return new StartError(error.message, error.hint, { cause: error })
  // What the store told of a disk that refuses to be written has the system's own words as its cause.
  const reason = error instanceof DomainError && error.cause !== undefined ? error.cause : error
  return systemErrorToStartError(
    reason,
    dataDir === null ? 'The temporary folder' : `The data folder ${dataDir}`,
    'Choose another with --data-dir, or keep records in memory with --ephemeral.',
  )
}

/** How long requests that have come in may hold up a stop, which takes two seconds at most. */
const DRAIN_MS = 1700

type Infrastructure = {
  readonly settings: Settings
  readonly log: Log
  readonly timers: Timers
  readonly search: RunningSearch
  readonly clock: RunningClock
  readonly store: Store
  readonly closing: Disposer
}

async function startServices(foundation: Infrastructure): Promise<ReadyLine> {
  const { settings, log, timers, search, clock, store, closing } = foundation
  const { limits } = settings
  const secrets = createSecrets()
  const [own, version] = await Promise.all([loadServerSecrets(settings.dataDir, secrets), readVersion()])
  const chance = createRandomSources({ seed: settings.seed, start: store.starts })
  const { voice, vision } = openVoiceAndVision(foundation, { timers, log })
  const banks = openKnowledgeBase({ ...store, search, timers, log })
  const base = { ...store, ...evictOnRemoval(store, banks), ...chance, clock, secrets, log, timers, limits }
  const account = await ensureFirstAccount(base, own.apiKey)
  await seedWorlds(base, settings)

  const vitals = createProcessMetrics()
  closing.add(vitals.stop)
  const meter = createMeter()
  const sessions = withSessionMetrics(createSessionRegistry(), meter)
  const { model, remembering } = await createConversationServices(foundation, {
    ...base,
    banks,
    search,
    meter,
    voice,
  })
  const { ingestion, close, ...knowledge } = await createDocumentServices({ ...base, settings, own })
  closing.add(close)
  const making = await createMediaServices(foundation, base)
  const live = { ...remembering, ...making, sessions, banks }
  const reset = createReset({ ...live, store, ingestion, clock, chance })
  const deps = {
    ...base,
    conversations: withMessageMetrics(store.conversations, meter),
    ...createIdentity(settings, own, clock),
    ...knowledge,
    ...live,
    vision,
    presence: sessions,
    ...createShareServices(),
    resettable: reset,
    meter,
    inspection: createInspection({ settings, store, sessions, processMetrics: vitals }),
  }
  const app = await createApp({ ...deps, settings: httpSettings(settings, version) })
  closing.add(() => forceClose(app))
  const drain = createDrain(app.server, timers)
  limitSilentConnections(app.server, timers)
  const realtime = attachRealtime(app.server, { ...deps, voice, model })
  closing.add(realtime.close)
  // Before the clients are sent away, so that they hear of the end.
  closing.add(remembering.liveEncounters.stop)
  reset.setDisconnectAll(realtime.disconnectAll)

  await listen(app, settings)
  await ingestion.start()
  void remembering.extractor.catchUp()
  // What works on documents may take as long to stop as the last answers.
  closing.add(() => Promise.all([drain(DRAIN_MS), ingestion.stop()]).then(() => undefined))
  const baseUrl = baseUrlOf(app.server, settings.host)
  const ready = await createReadyLine({ settings, own, account, version, baseUrl })
  closing.add(await publishReadyLine(ready, { ...settings, log }))
  scheduleWarmUps({ settings, closing }, timers)
  return ready
}

/** Makes ready what would hold up the first who need it, once the server runs. */
function scheduleWarmUps(
  { settings, closing }: Pick<Infrastructure, 'settings' | 'closing'>,
  timers: Timers,
): void {
  const { tts } = settings.config
  if (tts.default === 'stub') closing.add(scheduleVoiceWarmUp({ synthesis: createStubVoice(), timers }))
}

/** What the server speaks, hears and sees with. */
function openVoiceAndVision(
  { settings, closing }: Pick<Infrastructure, 'settings' | 'closing'>,
  deps: Parameters<typeof createVoiceEngine>[1],
) {
  const vision = createVision(settings, deps)
  closing.add(vision.close)
  return { voice: createVoiceEngine(settings, deps), vision }
}

type ConversationServicesDeps = Parameters<typeof createLanguageModels>[1] &
  Parameters<typeof startMemoryServices>[0] &
  Omit<LiveEncounterDeps, 'model' | 'recall' | 'source'> & { readonly meter: Meter }

/** What characters think, remember and meet each other with. */
async function createConversationServices(
  { settings, closing }: Pick<Infrastructure, 'settings' | 'closing'>,
  deps: ConversationServicesDeps,
) {
  const models = createLanguageModels(settings, deps)
  closing.add(models.close)
  const extracting = selectExtractionModel(settings, models)
  const { stop: stopRemembering, ...remembering } = await startMemoryServices({ ...deps, model: extracting })
  closing.add(stopRemembering)
  const model = withTurnMetrics(models, deps.meter)
  const liveEncounters = createLiveEncounters({ ...deps, ...remembering, model })
  await liveEncounters.recover()
  closing.add(liveEncounters.stop)
  return { model, remembering: { ...remembering, liveEncounters } }
}

/** What makes avatars of pictures, and models of characters. */
async function createMediaServices(
  { settings, closing }: Pick<Infrastructure, 'settings' | 'closing'>,
  deps: Parameters<typeof createModel3dServices>[1],
) {
  const { stop: stopModels, ...models } = await createModel3dServices(settings, deps)
  closing.add(stopModels)
  return { ...models, images: createImages() }
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, settings: Settings): Promise<void> {
  await app.listen({ host: settings.host, port: settings.port }).catch((error: unknown) => {
    throw listenError(settings, error)
  })
}

const openConfiguredStore = (
  { dataDir, acceptEmpty }: Settings,
  deps: { readonly log: Log; readonly clock: RunningClock },
): Promise<Store> | Store =>
  dataDir === null ? createInMemoryStore() : openStore({ folder: dataDir, acceptEmpty, ...deps })

const createServerClock = ({ clock: startAt }: Settings, log: Log): RunningClock =>
  createClock({
    startAt,
    frozen: startAt !== undefined,
    onFailure: (error) => log.error('something that fell due failed', { error }),
  })

const httpSettings = (
  { host, hostWasSet, docsUrl, shareUrl, deprecation, modelFinalState, trustedProxies }: Settings,
  version: string,
): HttpDeps['settings'] => ({
  version,
  hostWasSet,
  hosts: [host],
  docsUrl: docsUrl ?? null,
  shareUrl: shareUrl ?? null,
  deprecation,
  modelFinalState,
  trustedProxies,
})

/** What is still unanswered by now is cut off. */
async function forceClose(app: Awaited<ReturnType<typeof createApp>>): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}
