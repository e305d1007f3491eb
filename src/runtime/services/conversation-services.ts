import { createRuleExtractor, type RuleExtractor } from '../../adapters/extraction/rule-extractor.js'
import { createModelRouter, type ModelRouter } from '../../adapters/model/model-router.js'
import { createStubModel } from '../../adapters/model/stub/stub-model.js'
import type { ChangeFeed } from '../../domain/change-feed.js'
import type { CharacterRepository } from '../../domain/characters/ports.js'
import type { Clock, Timers } from '../../domain/clock.js'
import type { ConversationRepository } from '../../domain/conversations/ports.js'
import type { Duties } from '../../domain/duties.js'
import { createLiveEncounters, type LiveEncounterDeps } from '../../domain/encounters/live-encounters.js'
import type { KnowledgeBase } from '../../domain/knowledge/ports.js'
import type { Leases } from '../../domain/leases.js'
import type { Log } from '../../domain/log.js'
import { createDecayScheduler } from '../../domain/memories/decay/decay-scheduler.js'
import type { CandidateExtractor } from '../../domain/memories/extract/candidate-extractor.js'
import { createExtractor, type Extractor } from '../../domain/memories/extract/extractor.js'
import type { InFlightReads } from '../../domain/memories/extract/in-flight-reads.js'
import type { StructuredModel } from '../../domain/memories/extract/model/structured-model.js'
import { recentPromptTexts } from '../../domain/memories/extract/prompt-echo.js'
import {
  createMemoryGraphCache,
  type MemoryGraphCache,
} from '../../domain/memories/graph/memory-graph-cache.js'
import type { MemoryRepository } from '../../domain/memories/ports.js'
import { createMemoryCorpora, type MemoryCorpora } from '../../domain/memories/search/memory-corpora.js'
import { createMemoryRecall } from '../../domain/memories/search/recall.js'
import type { MemoryRecall } from '../../domain/memories/search/recall-port.js'
import type { Meter } from '../../domain/operations/ports.js'
import type { Ids, NamedIds } from '../../domain/random.js'
import type { SearchEngineProvider } from '../../domain/retrieval/engine.js'
import type { UnitOfWork } from '../../domain/unit-of-work.js'
import type { Settings } from '../config/settings.js'
import { withTurnMetrics } from '../observability/metrics-decorators.js'
import type { ServiceSettings } from '../process/disposer.js'
import { findBuiltFile } from '../process/package-root.js'
import { stopLimits } from '../process/stop-limits.js'

type ConversationServicesDeps = Parameters<typeof createLanguageModels>[1] &
  Omit<MemoryServicesDeps, 'stopMs'> &
  Omit<LiveEncounterDeps, 'model' | 'recall' | 'source' | 'encounterLeases'> & {
    readonly meter: Meter
  }

/**
 * Creates the language models, starts the memory services, and ends encounters that a crash interrupted: their memories
 * are extracted in the background.
 */
export async function createConversationServices(
  { settings, disposer }: ServiceSettings,
  deps: ConversationServicesDeps,
) {
  const models = createLanguageModels(settings, deps)
  disposer.add(models.close)
  const extractionModel = selectExtractionModel(settings, models)
  const { workMs: stopMs } = stopLimits(settings.config)
  const { stop, ...memoryServices } = await startMemoryServices({ ...deps, model: extractionModel, stopMs })
  disposer.add(stop)
  const model = withTurnMetrics(models, deps.meter)
  const liveEncounters = createLiveEncounters({
    ...deps,
    ...memoryServices,
    model,
    encounterLeases: deps.leasesOf('encounters'),
  })
  await deps.duties.whenTaken(liveEncounters.recover)
  deps.duties.onGone(liveEncounters.recover)
  disposer.add(liveEncounters.stop)
  return { model, memoryServices: { ...memoryServices, liveEncounters } }
}

type ModelDeps = { readonly log: Log; readonly timers: Timers }

/** Creates the configured language models and the stub, behind one router. */
function createLanguageModels(
  { config: { llm }, pace }: Pick<Settings, 'config' | 'pace'>,
  { log, timers }: ModelDeps,
): ModelRouter {
  const stub = createStubModel({ script: llm.stub.script, pace, timers })
  return createModelRouter({ providers: llm.providers, defaultName: llm.default, stub, timers, log })
}

/** The model that extracts memories; undefined when rules extract them. */
const selectExtractionModel = (
  { config: { memories } }: Pick<Settings, 'config'>,
  models: Pick<ModelRouter, 'structuredModel'>,
): StructuredModel | undefined =>
  memories.extraction === 'rules' ? undefined : models.structuredModel(memories.extraction)

const RULE_WORKER = 'adapters/extraction/extract.worker.js'

type MemoryServicesDeps = {
  readonly transact: UnitOfWork['transact']
  readonly memories: MemoryRepository
  readonly changes: ChangeFeed
  readonly readings: InFlightReads
  readonly conversations: ConversationRepository
  readonly characters: CharacterRepository
  readonly knowledge: KnowledgeBase
  readonly search: SearchEngineProvider
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  readonly namedIds: NamedIds
  readonly log: Log
  /** How long running extractions may delay a stop. */
  readonly stopMs: number
  /** Extracts memories in place of the rules. */
  readonly model?: StructuredModel | undefined
  readonly duties: Duties
  readonly leasesOf: (kind: string) => Leases
  /** Extracts by rules, and is closed in the end; one of the server's own by default. */
  readonly rules?: RuleExtractor | undefined
}
type MemoryServices = {
  readonly memoryCorpora: MemoryCorpora
  readonly memoryGraphs: MemoryGraphCache
  readonly recall: MemoryRecall
  readonly extractor: Extractor
  readonly source: CandidateExtractor
  /** Resolves when all writes are done. */
  readonly stop: () => Promise<void>
}

/** Starts what works on memories in the background: extraction, decay, and the indexes and graphs that follow them. */
export async function startMemoryServices({
  model,
  rules: shared,
  ...deps
}: MemoryServicesDeps): Promise<MemoryServices> {
  let isStopped = false
  let stopDecay = () => {}
  await deps.duties.whenTaken(async () => {
    if (isStopped) return
    const decay = createDecayScheduler(deps)
    stopDecay = decay.stop
    await decay.start()
  })
  const rules =
    shared ?? createRuleExtractor({ worker: await findBuiltFile(RULE_WORKER), timers: deps.timers })
  const source = model === undefined ? rules : lazyModelExtraction(model, rules, deps.log)
  const extractor = createExtractor({
    ...deps,
    source,
    extractionLeases: deps.leasesOf('extraction'),
    promptBlocksOf: recentPromptTexts(deps),
  })
  const memoryCorpora = createMemoryCorpora(deps)
  return {
    memoryCorpora,
    memoryGraphs: createMemoryGraphCache(deps),
    recall: createMemoryRecall({ ...deps, memoryCorpora }),
    extractor,
    source,
    stop: async () => {
      isStopped = true
      stopDecay()
      await extractor.stop()
      await rules.close()
    },
  }
}

/** Imports the model's extractor on first use. */
const lazyModelExtraction = (
  model: StructuredModel,
  rules: CandidateExtractor,
  log: Log,
): CandidateExtractor => ({
  extractCandidates: async (...args) => {
    const { createModelExtractor } = await import('../../domain/memories/extract/model/model-extractor.js')
    return createModelExtractor({ model, rules, log }).extractCandidates(...args)
  },
})
