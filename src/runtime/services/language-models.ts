import { createModelRouter, type ModelRouter } from '../../adapters/model/model-router.js'
import { createStubModel } from '../../adapters/model/stub/stub-model.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { StructuredModel } from '../../domain/memories/extract/model/structured-model.js'
import type { Settings } from '../config/settings.js'

type ModelDeps = { readonly log: Log; readonly timers: Timers }

/** The configured language models, with the stub among them. */
export function createLanguageModels(
  { config: { llm }, pace }: Pick<Settings, 'config' | 'pace'>,
  { log, timers }: ModelDeps,
): ModelRouter {
  const stub = createStubModel({ script: llm.stub.script, pace, timers })
  return createModelRouter({ providers: llm.providers, defaultName: llm.default, stub, timers, log })
}

/** The model that finds memories; undefined: rules do. */
export const selectExtractionModel = (
  { config: { memories } }: Pick<Settings, 'config'>,
  models: Pick<ModelRouter, 'structuredModel'>,
): StructuredModel | undefined =>
  memories.extraction === 'rules' ? undefined : models.structuredModel(memories.extraction)
