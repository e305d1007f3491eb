import { createLiveEncounters, type LiveEncounterDeps } from '../../domain/encounters/live-encounters.js'
import type { Meter } from '../../domain/operations/ports.js'
import { withTurnMetrics } from '../observability/metrics-decorators.js'
import { createLanguageModels, selectExtractionModel } from './language-models.js'
import { startMemoryServices } from './memory-services.js'
import type { ServiceSettings } from './service-settings.js'

type ConversationServicesDeps = Parameters<typeof createLanguageModels>[1] &
  Parameters<typeof startMemoryServices>[0] &
  Omit<LiveEncounterDeps, 'model' | 'recall' | 'source'> & { readonly meter: Meter }

/** Creates the language models, starts the memory services and resumes encounters that were running. */
export async function createConversationServices(
  { settings, closing }: ServiceSettings,
  deps: ConversationServicesDeps,
) {
  const models = createLanguageModels(settings, deps)
  closing.add(models.close)
  const extractionModel = selectExtractionModel(settings, models)
  const { stop, ...memoryServices } = await startMemoryServices({ ...deps, model: extractionModel })
  closing.add(stop)
  const model = withTurnMetrics(models, deps.meter)
  const liveEncounters = createLiveEncounters({ ...deps, ...memoryServices, model })
  await liveEncounters.recover()
  closing.add(liveEncounters.stop)
  return { model, memoryServices: { ...memoryServices, liveEncounters } }
}
