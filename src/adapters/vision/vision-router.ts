import type { Log } from '../../domain/log.js'
import type { Vision } from '../../domain/vision/ports.js'

type VisionRouterSettings = {
  /** By the names that a character may choose: `stub`, and what is configured. */
  readonly providers: ReadonlyMap<string, Vision>
  /** One of them. */
  readonly defaultName: string
  readonly log: Log
}

const COMPLAINT = 'A character asks for a vision model that is not configured; the default sees'

/**
 * Every vision model behind one: `vlm_model` chooses among them by the name of a provider. `default` means the default;
 * any other word is a model of the default provider, which the stub, having none, does without.
 */
export function createVisionRouter({ providers, defaultName, log }: VisionRouterSettings): Vision {
  const fallback = providers.get(defaultName)
  if (fallback === undefined) throw new Error(`There is no vision provider ${defaultName}`)
  const reported = new Set<string>()

  const find = (name: string): { readonly vision: Vision; readonly model?: string } => {
    const vision = name === 'default' ? fallback : providers.get(name)
    if (vision !== undefined) return { vision }
    if (defaultName !== 'stub') return { vision: fallback, model: name }
    if (!reported.has(name)) log.warn(COMPLAINT, { model: name })
    reported.add(name)
    return { vision: fallback }
  }
  return {
    describe: (picture, { model: name = 'default', ...options } = {}) => {
      const { vision, ...chosen } = find(name)
      return vision.describe(picture, { ...options, ...chosen })
    },
    suggestCharacter: (picture, instructions, { model: name = 'default', ...options } = {}) => {
      const { vision, ...chosen } = find(name)
      return vision.suggestCharacter(picture, instructions, { ...options, ...chosen })
    },
  }
}
