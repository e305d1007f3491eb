import { createRuleExtractor } from '../../adapters/extraction/rule-extractor.js'
import type { CharacterRepository } from '../../domain/characters/ports.js'
import type { Clock, Timers } from '../../domain/clock.js'
import type { ConversationRepository } from '../../domain/conversations/ports.js'
import type { KnowledgeBase } from '../../domain/knowledge/ports.js'
import type { Log } from '../../domain/log.js'
import { createDecayScheduler } from '../../domain/memories/decay/decay-scheduler.js'
import type { CandidateExtractor } from '../../domain/memories/extract/candidate-extractor.js'
import { createExtractor, type Extractor } from '../../domain/memories/extract/extractor.js'
import type { InFlightReads } from '../../domain/memories/extract/in-flight-reads.js'
import type { StructuredModel } from '../../domain/memories/extract/model/structured-model.js'
import { recentPromptTexts } from '../../domain/memories/extract/prompt-texts.js'
import {
  createMemoryGraphCache,
  type MemoryGraphCache,
} from '../../domain/memories/graph/memory-graph-cache.js'
import type { MemoryRepository } from '../../domain/memories/ports.js'
import { createMemoryIndexes, type MemoryIndexes } from '../../domain/memories/search/memory-indexes.js'
import { createMemoryRecall } from '../../domain/memories/search/recall.js'
import type { MemoryRecall } from '../../domain/memories/search/recall-port.js'
import type { Ids, NamedIds } from '../../domain/random.js'
import type { SearchEngineProvider } from '../../domain/retrieval/engine.js'
import { findBuiltFile } from '../process/package-root.js'

const RULE_WORKER = 'adapters/extraction/extract.worker.js'

type MemoryServicesDeps = {
  readonly memories: MemoryRepository
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
  /** Finds memories in place of rules. */
  readonly model?: StructuredModel | undefined
}
type MemoryServices = {
  readonly memoryIndexes: MemoryIndexes
  readonly memoryGraphs: MemoryGraphCache
  readonly recall: MemoryRecall
  readonly extractor: Extractor
  readonly source: CandidateExtractor
  /** Resolves when nothing more is written. */
  readonly stop: () => Promise<void>
}

/** What works on memories beside those who ask: extraction, time, and the indexes and graphs that follow them. */
export async function startMemoryServices({ model, ...deps }: MemoryServicesDeps): Promise<MemoryServices> {
  const sweep = createDecayScheduler(deps)
  await sweep.start()
  const rules = createRuleExtractor({ worker: await findBuiltFile(RULE_WORKER), timers: deps.timers })
  const source = model === undefined ? rules : lazyModelExtraction(model, rules, deps.log)
  const extractor = createExtractor({
    ...deps,
    source,
    promptBlocksOf: recentPromptTexts(deps),
  })
  const memoryIndexes = createMemoryIndexes(deps)
  return {
    memoryIndexes,
    memoryGraphs: createMemoryGraphCache(deps),
    recall: createMemoryRecall({ ...deps, memoryIndexes }),
    extractor,
    source,
    stop: async () => {
      sweep.stop()
      await extractor.stop()
      await rules.close()
    },
  }
}

/** Imported when first needed. */
const lazyModelExtraction = (
  model: StructuredModel,
  rules: CandidateExtractor,
  log: Log,
): CandidateExtractor => ({
  extractCandidates: async (...asked) => {
    const { createModelExtractor } = await import('../../domain/memories/extract/model/model-extractor.js')
    return createModelExtractor({ model, rules, log }).extractCandidates(...asked)
  },
})
