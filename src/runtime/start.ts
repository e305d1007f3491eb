import type { RuleExtractor } from '../adapters/extraction/rule-extractor.js'
import { createImages } from '../adapters/images/images.js'
import { createStubVoice } from '../adapters/speech/stub-voice.js'
import type { ProviderStatus } from '../contract/providers.js'
import { createKnowledgeBase } from '../domain/knowledge/create-knowledge-base.js'
import { createOwnAddressWatch } from '../domain/limits/address-limit.js'
import { createMeter } from '../domain/operations/meter.js'
import { processMetrics as processMetricsOf } from '../domain/operations/staff-health.js'
import { createInProcessPresence } from '../domain/presence.js'
import { createTurnRequests } from '../domain/sessions/turn-requests.js'
import { createAllTraces } from '../domain/turns/all-traces.js'
import { createTurnReplays } from '../domain/turns/replay-turn.js'
import { createTurnTraces } from '../domain/turns/traces.js'
import { type Compilers, createApp } from '../http/create-app.js'
import { attachRealtime } from '../realtime/attach-realtime.js'
import { forwardSessions, listenToWorkers } from '../realtime/worker-sessions.js'
import { type Settings, selectHttpSettings } from './config/settings.js'
import { type VerifiedDataFolder, verifyDataFolder } from './local-state/data-folder.js'
import {
  checkReadyFile,
  createReadyLine,
  publishReadyLine,
  type ReadyLine,
} from './local-state/ready-line.js'
import { loadServerSecrets } from './local-state/server-secrets.js'
import { warnOfClearText } from './observability/clear-text.js'
import { createInspection, createProcessMetrics } from './observability/inspection.js'
import { createLog } from './observability/log.js'
import { withMessageMetrics, withSessionMetrics } from './observability/metrics-decorators.js'
import {
  createProviderFailures,
  type ProviderFailure,
  type ProviderFailures,
} from './observability/provider-failures.js'
import { createServerClock, withFixedTime } from './process/clock.js'
import { limitConnectionTotal } from './process/connection-total.js'
import { createDeparture } from './process/departure.js'
import { createDisposer, type Disposer } from './process/disposer.js'
import { createDrain } from './process/drain.js'
import { checkListenAddress, forceClose, listen } from './process/listen.js'
import { readVersion } from './process/package-root.js'
import { createRandomSources, createSecrets } from './process/random.js'
import { requireLeadership } from './process/require-leadership.js'
import { limitSilentConnections } from './process/silent-connections.js'
import { createStandby } from './process/standby.js'
import { toStartError } from './process/start-error.js'
import { stopLimits } from './process/stop-limits.js'
import { createTimers } from './process/timers.js'
import { createConversationServices } from './services/conversation-services.js'
import { createDocumentServices } from './services/document-services.js'
import { createIdentity } from './services/identity.js'
import { createMediaServices, createVision } from './services/media-services.js'
import { createRefusedReset, createReset } from './services/reset.js'
import { createSearch } from './services/search.js'
import { createShareServices } from './services/share-services.js'
import { openConfiguredStore, scheduleRetention } from './services/store.js'
import { forgetRemovedTraces } from './services/turn-traces.js'
import { createVoiceEngine, scheduleVoiceWarmUp } from './services/voice.js'
import type { WorkerPart } from './workers/worker-part.js'
import { ensureFirstAccount } from './world/first-account.js'
import { seedWorlds } from './world/seed-worlds.js'

export type RunningServer = {
  readonly ready: ReadyLine
  /** Providers of models and voices that have failed since the start. */
  providerFailures(): readonly ProviderFailure[]
  /** Asks each provider of the configuration what it has; this costs nothing. */
  checkProviders(): Promise<readonly ProviderStatus[]>
  /** Aborts when another server has taken over: this one answers nobody any more, and had best end at once. */
  readonly replaced: AbortSignal | undefined
  /** Answers pending requests, closes the sockets, makes everything durable and releases the data folder. */
  stop(): Promise<void>
}

/** What several servers of one process may have in common, because it is slow to make. A server closes `rules` when it stops. */
export type SharedParts = {
  readonly compilers?: Compilers | undefined
  readonly rules?: RuleExtractor | undefined
}

/** Starts the server; the only place that picks implementations. Throws a StartError when it cannot. */
export async function startServer(
  settings: Settings,
  { compilers, rules }: SharedParts = {},
  worker?: WorkerPart,
): Promise<RunningServer> {
  const disposer = createDisposer()
  try {
    const dataFolder = await runStartChecks(settings, worker)
    const failures = createProviderFailures()
    const infrastructure = await openInfrastructure({ settings, disposer, failures, worker })
    await dataFolder.secure(infrastructure.log)
    const storage = await openStorage(infrastructure)
    await seedWorlds(storage.deps, settings)
    const services = await createServices(infrastructure, { ...storage, rules })
    const attached = await attachServers(infrastructure, { ...services, compilers })
    const ready = await listenAndPublish(infrastructure, { ...storage, ...services, ...attached })
    await dataFolder.recordAsServed()
    return {
      ready,
      providerFailures: failures.list,
      checkProviders: services.deps.inspection.checkProviders,
      replaced: infrastructure.store.leadership?.lost,
      stop: disposer.disposeAll,
    }
  } catch (error) {
    await disposer.disposeAll()
    throw toStartError(error, settings)
  }
}

/** Checks everything outside the store that could prevent a start, before anything is changed on disk. */
async function runStartChecks(
  settings: Settings,
  worker: WorkerPart | undefined,
): Promise<VerifiedDataFolder> {
  // Address and ready file belong to the primary process.
  if (worker === undefined) {
    await checkListenAddress(settings)
    await checkReadyFile(settings.readyFile)
  }
  return verifyDataFolder(settings)
}

type StartOptions = {
  readonly settings: Settings
  readonly disposer: Disposer
  readonly failures: ProviderFailures
  /** Absent where one process serves. */
  readonly worker: WorkerPart | undefined
}
type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

/** Opens the log, the timers, the search engine, the clock and the store. */
async function openInfrastructure({ settings, disposer, failures, worker }: StartOptions) {
  const { logFd: fd, logFormat: format } = settings
  const log = failures.wrapLog(createLog(settings.logLevel, { fd, format, worker: worker?.place.number }))
  if (worker?.place.isFirst !== false) warnOfClearText(settings.config, log)
  const timers = createTimers()
  const search = await createSearch(settings.config.embeddings, { timers, log })
  disposer.add(search.close)
  const ownClock = createServerClock(settings, log)
  const clock = settings.members ? withFixedTime(ownClock) : ownClock
  disposer.add(clock.stop)
  const standby = createStandby(settings)
  disposer.add(async () => void (await standby.close()))
  // Last, because opening the store changes the data folder: whatever else can prevent a start must fail before.
  const store = await openConfiguredStore(settings, { log, clock, timers, standby: standby.settings })
  disposer.add(() => store.close())
  return { settings, disposer, log, timers, search, clock, standby, store, worker }
}

type Storage = Awaited<ReturnType<typeof openStorage>>

/** Loads the secrets, connects the repositories to the knowledge base, and ensures that there is an account. */
async function openStorage({ settings, log, timers, search, clock, store }: Infrastructure) {
  const secrets = createSecrets()
  const serverSecrets = await loadServerSecrets(settings.dataDir, secrets, {
    isShared: settings.members,
  })
  const randomSources = createRandomSources({ seed: settings.seed, start: store.starts })
  const meter = createMeter()
  // From here on everybody has the conversations whose messages are counted: there are no others beside them.
  const { conversations: stored, ...repositories } = store
  const conversations = withMessageMetrics(stored, meter)
  const knowledge = createKnowledgeBase({ ...store, search, timers, log })
  const traces = createTurnTraces({ clock })
  forgetRemovedTraces(store, traces)
  const allTraces = createAllTraces(traces, store.peers)
  const deps = {
    ...repositories,
    ...{ conversations, meter, traces, allTraces },
    ...randomSources,
    ...{ clock, secrets, log, timers, limits: settings.limits },
  }
  const account = await ensureFirstAccount(deps, serverSecrets.apiKey)
  return { deps, serverSecrets, randomSources, knowledge, account }
}

type ServicesOptions = Storage & Pick<SharedParts, 'rules'>
type Services = Awaited<ReturnType<typeof createServices>>

/** Creates the services behind REST and sockets, and starts those that work in the background. */
async function createServices(
  infrastructure: Infrastructure,
  { deps: base, serverSecrets, randomSources, knowledge, rules }: ServicesOptions,
) {
  const { settings, disposer, search, clock, store, worker } = infrastructure
  const processMetrics = createProcessMetrics()
  disposer.add(processMetrics.stop)
  const { meter } = base
  const departure = createDeparture(base)
  const sessions = withSessionMetrics(createInProcessPresence(store.elsewhere), meter)
  const pictures = { images: createImages(), vision: createVision(infrastructure, base) }
  const voice = createVoiceEngine(settings, base)
  disposer.add(voice.close)
  const conversationDeps = { ...base, ...pictures, knowledge, search, voice, rules }
  const { model, memoryServices } = await createConversationServices(infrastructure, conversationDeps)
  const documentDeps = { ...base, settings, serverSecrets }
  const { ingestion, close, ...documentServices } = await createDocumentServices(documentDeps)
  disposer.add(close)
  await base.duties.whenTaken(async () => disposer.add(scheduleRetention(base)))
  const mediaServices = await createMediaServices(infrastructure, base)
  const resetDeps = { ...memoryServices, ...mediaServices, sessions, store, ingestion, clock }
  const reset = settings.members
    ? createRefusedReset()
    : createReset({ ...resetDeps, knowledge, traces: base.traces, randomSources })
  const served = {
    ...base,
    ...memoryServices,
    ...pictures,
    ...{ voice, model, sessions, knowledge },
  }
  const deps = {
    ...served,
    turnRequests: createTurnRequests(served),
    turnReplays: createTurnReplays(served),
    ...createIdentity(settings, serverSecrets, clock),
    ...documentServices,
    ...mediaServices,
    ...createShareServices(base),
    presence: sessions,
    resettable: reset,
    inspection: createInspection({ ...infrastructure, sessions, processMetrics, departure }),
  }
  worker?.answerWith(() => processMetricsOf(deps))
  return { deps, ingestion, reset, departure, version: await readVersion() }
}

type AttachedServices = Pick<Services, 'deps' | 'reset' | 'version'> & {
  readonly compilers: Compilers | undefined
}

/** Creates the HTTP server with its routes and attaches the socket server to it. */
async function attachServers(
  { settings, disposer, worker }: Infrastructure,
  { deps, reset, version, compilers }: AttachedServices,
) {
  const app = await createApp({ ...deps, settings: selectHttpSettings(settings, version) }, compilers)
  disposer.add(() => forceClose(app))
  const shared = { worker: worker?.place.address, addressWatch: worker?.watch }
  const realtime = attachRealtime(app.server, { ...deps, ...shared })
  disposer.add(realtime.close)
  // Runs before `realtime.close`, so that clients still receive the end of their encounter.
  disposer.add(deps.liveEncounters.stop)
  reset.setDisconnectAll(realtime.disconnectAll)
  return { app, realtime }
}

type Listening = Pick<Storage, 'serverSecrets' | 'account'> &
  Pick<Services, 'deps' | 'departure' | 'ingestion' | 'version'> &
  Awaited<ReturnType<typeof attachServers>>

/** Listens, resumes work that the last stop interrupted, and publishes how to reach the server. */
async function listenAndPublish(
  { settings, disposer, log, timers, standby, store, worker }: Infrastructure,
  { app, realtime, deps, departure, ingestion, serverSecrets, account, version }: Listening,
): Promise<ReadyLine> {
  if (store.leadership !== undefined) requireLeadership(app.server, store.leadership, departure)
  if (worker !== undefined) {
    forwardSessions(app.server, worker.place.address)
    disposer.add(await listenToWorkers(app.server, worker.place.address))
  }
  const drain = createDrain(app.server, timers)
  limitConnectionTotal(app.server, worker?.room)
  limitSilentConnections(app.server, { timers, watch: worker?.watch ?? createOwnAddressWatch(timers) })
  const baseUrl = await listen(app, { ...settings, port: (await standby.close()) ?? settings.port })
  let isStopping = false
  await deps.duties.whenTaken(async () => {
    if (isStopping) return
    await ingestion.start()
    void deps.extractor.catchUp()
  })
  deps.duties.onGone(async () => void deps.extractor.catchUp())
  const { requestsMs } = stopLimits(settings.config)
  // At the same time, because each may take nearly as long as a whole stop may.
  disposer.add(async () => {
    // Where another server takes the clients over, nothing is gained by cutting a reply.
    const sessions = settings.members ? realtime.finish(requestsMs) : undefined
    await Promise.all([drain.finish(requestsMs), ingestion.stop(), sessions])
  })
  const ready = await createReadyLine({ settings, serverSecrets, account, version, baseUrl })
  if (worker === undefined) disposer.add(await publishReadyLine(ready, { ...settings, log }))
  // Before the server is seen to stop: a client that was told to keep its connection would find it closed.
  disposer.add(() => {
    isStopping = true
    drain.announce()
  })
  if (settings.members) disposer.add(() => departure.announce(settings.config.drainSeconds))
  if (settings.voiceDataLayer || settings.config.tts.default === 'stub')
    disposer.add(scheduleVoiceWarmUp({ synthesis: createStubVoice(), timers }))
  return ready
}
