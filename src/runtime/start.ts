import { createStubVoice } from '../adapters/speech/stub-voice.js'
import type { Timers } from '../domain/clock.js'
import { DomainError } from '../domain/errors.js'
import type { Log } from '../domain/log.js'
import { createMeter } from '../domain/operations/meter.js'
import { createSessionRegistry } from '../domain/sessions/registry.js'
import { createApp, type HttpDeps } from '../http/create-app.js'
import { attachRealtime } from '../realtime/attach-realtime.js'
import type { Store } from '../store/store.js'
import { StoreError } from '../store/store-error.js'
import type { Settings } from './config/settings.js'
import { createReadyLine, publishReadyLine, type ReadyLine } from './local-state/ready-line.js'
import { loadServerSecrets } from './local-state/server-secrets.js'
import { createInspection } from './observability/inspection.js'
import { createLog } from './observability/log.js'
import { withMessageMetrics, withSessionMetrics } from './observability/metrics-decorators.js'
import { createProcessMetrics } from './observability/process-metrics.js'
import { createProviderFailures, type ProviderFailure } from './observability/provider-failures.js'
import { baseUrlOf } from './process/base-url.js'
import { createServerClock, type RunningClock } from './process/clock.js'
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
import { createConversationServices } from './services/conversation-services.js'
import { createDocumentServices } from './services/document-services.js'
import { createIdentity } from './services/identity.js'
import { evictOnRemoval, openKnowledgeBase } from './services/knowledge-base.js'
import { createMediaServices } from './services/media-services.js'
import { createReset } from './services/reset.js'
import { createSearch, type RunningSearch } from './services/search.js'
import { createShareServices } from './services/share-services.js'
import { openConfiguredStore } from './services/store.js'
import { openVoiceAndVision } from './services/voice-and-vision.js'
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

async function startServices(infrastructure: Infrastructure): Promise<ReadyLine> {
  const { settings, log, timers, search, clock, store, closing } = infrastructure
  const { limits } = settings
  const secrets = createSecrets()
  const [own, version] = await Promise.all([loadServerSecrets(settings.dataDir, secrets), readVersion()])
  const randomSources = createRandomSources({ seed: settings.seed, start: store.starts })
  const { voice, vision } = openVoiceAndVision(infrastructure, { timers, log })
  const knowledge = openKnowledgeBase({ ...store, search, timers, log })
  const base = {
    ...store,
    ...evictOnRemoval(store, knowledge),
    ...randomSources,
    clock,
    secrets,
    log,
    timers,
    limits,
  }
  const account = await ensureFirstAccount(base, own.apiKey)
  await seedWorlds(base, settings)

  const processMetrics = createProcessMetrics()
  closing.add(processMetrics.stop)
  const meter = createMeter()
  const sessions = withSessionMetrics(createSessionRegistry(), meter)
  const { model, memoryServices } = await createConversationServices(infrastructure, {
    ...{ ...base, knowledge, search, meter, voice },
  })
  const { ingestion, close, ...documentServices } = await createDocumentServices({ ...base, settings, own })
  closing.add(close)
  const mediaServices = await createMediaServices(infrastructure, base)
  const live = { ...memoryServices, ...mediaServices, sessions, knowledge }
  const reset = createReset({ ...live, store, ingestion, clock, chance: randomSources })
  const deps = {
    ...base,
    conversations: withMessageMetrics(store.conversations, meter),
    ...createIdentity(settings, own, clock),
    ...documentServices,
    ...live,
    vision,
    presence: sessions,
    ...createShareServices(),
    resettable: reset,
    meter,
    inspection: createInspection({ settings, store, sessions, processMetrics }),
  }
  const app = await createApp({ ...deps, settings: httpSettings(settings, version) })
  closing.add(() => forceClose(app))
  const realtime = attachRealtime(app.server, { ...deps, voice, model })
  closing.add(realtime.close)
  // Before the clients are sent away, so that they hear of the end.
  closing.add(memoryServices.liveEncounters.stop)
  reset.setDisconnectAll(realtime.disconnectAll)

  const work = { ingestion, extractor: memoryServices.extractor }
  return openForClients(infrastructure, { app, work, own, account, version })
}

type Listening = Pick<Parameters<typeof createReadyLine>[0], 'own' | 'account' | 'version'> & {
  readonly app: Awaited<ReturnType<typeof createApp>>
  readonly work: {
    readonly ingestion: { start(): Promise<void>; stop(): Promise<void> }
    readonly extractor: { catchUp(): Promise<void> }
  }
}

/** Listens, resumes work that was interrupted by the last stop, and tells where the server is. */
async function openForClients(
  { settings, log, timers, closing }: Infrastructure,
  { app, work, own, account, version }: Listening,
): Promise<ReadyLine> {
  const drain = createDrain(app.server, timers)
  limitSilentConnections(app.server, timers)
  await listen(app, settings)
  await work.ingestion.start()
  void work.extractor.catchUp()
  // What works on documents may take as long to stop as the last answers.
  closing.add(() => Promise.all([drain(DRAIN_MS), work.ingestion.stop()]).then(() => undefined))
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

async function listen(app: Awaited<ReturnType<typeof createApp>>, settings: Settings): Promise<void> {
  await app.listen({ host: settings.host, port: settings.port }).catch((error: unknown) => {
    throw listenError(settings, error)
  })
}

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
