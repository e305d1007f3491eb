import { loaderFor } from '../../adapters/model/sdk-loaders.js'
import { createStructuredModel } from '../../adapters/model/structured-model.js'
import { createTransport } from '../../adapters/model/transport.js'
import { createModelVision } from '../../adapters/vision/model-vision.js'
import { createStubVision } from '../../adapters/vision/stub-vision.js'
import { createVisionRouter } from '../../adapters/vision/vision-router.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { Vision } from '../../domain/vision/ports.js'
import type { Settings } from '../config/settings.js'

type VisionDeps = { readonly timers: Pick<Timers, 'after'>; readonly log: Log }

/** What the server sees with: the configured vision models, with the stub among them. */
export function createVision(
  { config: { vision } }: Pick<Settings, 'config'>,
  { timers, log }: VisionDeps,
): Vision & { close(): Promise<void> } {
  const transport = createTransport()
  const configured = vision.providers.map((provider) => {
    const model = createStructuredModel({ timers, log, load: loaderFor({ transport }, provider) }, provider)
    return [provider.name, createModelVision(model)] as const
  })
  const providers = new Map([['stub', createStubVision()], ...configured])
  return { ...createVisionRouter({ providers, defaultName: vision.default, log }), close: transport.close }
}
