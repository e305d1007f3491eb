import { availableParallelism } from 'node:os'
import { createPalettes } from '../../adapters/images/palette.js'
import { createModelChoice } from '../../adapters/model/model-choice.js'
import { loaderFor } from '../../adapters/model/sdk-loaders.js'
import { createStructuredModel } from '../../adapters/model/structured-model.js'
import { createTransport } from '../../adapters/model/transport.js'
import { createStubModelService } from '../../adapters/model-service/stub.js'
import { createTextTo3d } from '../../adapters/model-service/text-to-3d.js'
import { createBodyBuilder } from '../../adapters/model3d/body-builder.js'
import { createModelVision } from '../../adapters/vision/model-vision.js'
import { createStubVision } from '../../adapters/vision/stub-vision.js'
import { createVisionRouter } from '../../adapters/vision/vision-router.js'
import type { Timers } from '../../domain/clock.js'
import type { ModelBuilder } from '../../domain/generation/model-builder.js'
import {
  createLiveModels,
  type LiveModelDeps,
  type LiveModels,
} from '../../domain/generation/model3d/live-models.js'
import type { ModelService } from '../../domain/generation/model3d/ports.js'
import type { ModelSettings } from '../../domain/generation/model3d/start.js'
import type { Log } from '../../domain/log.js'
import type { Vision } from '../../domain/vision/ports.js'
import type { Settings } from '../config/settings.js'
import type { ServiceSettings } from '../process/disposer.js'
import { findBuiltFile } from '../process/package-root.js'

/** Creates what generates 3D models. */
export async function createMediaServices({ settings, disposer }: ServiceSettings, deps: Model3dDeps) {
  const { stop, ...models } = await createModel3dServices(settings, deps)
  disposer.add(stop)
  return models
}

type Model3dDeps = Omit<LiveModelDeps, 'service' | 'palettes' | 'timers'> & { readonly timers: Timers }
type Model3dSettings = Pick<Settings, 'config' | 'privateHosts'>

type Model3dServices = {
  readonly liveModels: LiveModels
  readonly models: ModelSettings
  /** Stops running generations; each continues when its model is next polled. */
  stop(): Promise<void>
}

/** Creates the configured generator of 3D models and the registry of running generations. */
export async function createModel3dServices(
  settings: Model3dSettings,
  deps: Model3dDeps,
): Promise<Model3dServices> {
  // Leaves one core to the server itself.
  const threads = Math.max(1, availableParallelism() - 1)
  const worker = await findBuiltFile('adapters/model3d/build.worker.js')
  const builder = createBodyBuilder({ worker, threads })
  const service = createService(settings, { ...deps, builder })
  const { quota } = settings.config.model3d
  const liveModels = createLiveModels({ ...deps, service, palettes: createPalettes() })
  return {
    liveModels,
    models: { isConfigured: service !== null, quota },
    async stop() {
      await liveModels.settle()
      await builder.stop()
    },
  }
}

function createService(
  { config: { model3d }, privateHosts }: Model3dSettings,
  deps: Model3dDeps & { readonly builder: ModelBuilder },
): ModelService | null {
  switch (model3d.provider) {
    case 'none':
      return null
    case 'stub':
      return createStubModelService(deps, model3d)
    case 'meshy': {
      // Configuring the service allows its host, even a private one.
      const { hostname, port, protocol } = new URL(model3d.baseUrl)
      const defaultPort = protocol === 'https:' ? 443 : 80
      const serviceHost = { host: hostname, port: port === '' ? defaultPort : Number(port) }
      return createTextTo3d({ timers: deps.timers, allowed: [...privateHosts, serviceHost] }, model3d)
    }
  }
}

type VisionDeps = { readonly timers: Pick<Timers, 'after'>; readonly log: Log }

/** Creates the configured vision models and the stub, behind one router. */
export function createVision({ settings, disposer }: ServiceSettings, { timers, log }: VisionDeps): Vision {
  const { vision } = settings.config
  const transport = createTransport()
  disposer.add(transport.close)
  const configured = vision.providers.map((provider) => {
    const load = loaderFor({ transport }, provider)
    const choice = createModelChoice({ transport, timers }, provider, 'vision')
    const model = createStructuredModel({ timers, log, load, choice }, provider)
    return [provider.name, createModelVision(model)] as const
  })
  const providers = new Map([['stub', createStubVision()], ...configured])
  return createVisionRouter({ providers, defaultName: vision.default, log })
}
