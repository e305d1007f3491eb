import { availableParallelism } from 'node:os'
import { createPalettes } from '../../adapters/images/palette.js'
import { createStubModelService } from '../../adapters/model-service/stub.js'
import { createTextTo3d } from '../../adapters/model-service/text-to-3d.js'
import { createBodyBuilder } from '../../adapters/model3d/body-builder.js'
import type { Timers } from '../../domain/clock.js'
import type { ModelBuilder } from '../../domain/generation/model-builder.js'
import {
  createLiveModels,
  type LiveModelDeps,
  type LiveModels,
} from '../../domain/generation/model3d/live-models.js'
import type { ModelService } from '../../domain/generation/model3d/ports.js'
import type { ModelSettings } from '../../domain/generation/model3d/start.js'
import type { Settings } from '../config/settings.js'
import { findBuiltFile } from '../process/package-root.js'

type Deps = Omit<LiveModelDeps, 'service' | 'palettes' | 'timers'> & {
  readonly timers: Timers
}
type Chosen = Pick<Settings, 'config' | 'privateHosts'>

type Model3dServices = {
  readonly liveModels: LiveModels
  readonly models: ModelSettings
  /** Lets go of what is under way; it is taken up again when somebody asks. */
  stop(): Promise<void>
}

/** What makes 3D models, by configuration, and the models that it is making. */
export async function createModel3dServices(settings: Chosen, deps: Deps): Promise<Model3dServices> {
  // One core is left to the server itself.
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

type Model3dServiceDeps = Deps & { readonly builder: ModelBuilder }

function createService(
  { config: { model3d }, privateHosts }: Chosen,
  deps: Model3dServiceDeps,
): ModelService | null {
  switch (model3d.provider) {
    case 'none':
      return null
    case 'stub':
      return createStubModelService(deps, model3d)
    case 'meshy': {
      // Whoever configured the service opened its host by hand.
      const { hostname, port, protocol } = new URL(model3d.baseUrl)
      const standard = protocol === 'https:' ? 443 : 80
      const own = { host: hostname, port: port === '' ? standard : Number(port) }
      return createTextTo3d({ timers: deps.timers, allowed: [...privateHosts, own] }, model3d)
    }
  }
}
