import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { StructuredModel } from '../../domain/memories/extract/model/structured-model.js'
import type { LanguageModel, ReplyRequest } from '../../domain/turns/ports.js'
import type { ModelProvider } from './provider.js'
import { loaderFor } from './sdk-loaders.js'
import { createSdkModel } from './sdk-model.js'
import { createStructuredModel } from './structured-model.js'
import { createTransport } from './transport.js'

type ModelRouterSettings = {
  readonly providers: readonly ModelProvider[]
  /** The name of a provider, or `stub`. */
  readonly defaultName: string
  readonly stub: LanguageModel
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

export type ModelRouter = LanguageModel & {
  /** A configured provider that answers in JSON. */
  structuredModel(name: string): StructuredModel
  close(): Promise<void>
}

/**
 * Routes each request to the provider named by the character's `llm_provider`. `default` and unknown names mean the
 * default provider; for unknown names `llm_model` is ignored, because it names a model of another provider.
 */
export function createModelRouter({
  providers,
  defaultName,
  stub,
  timers,
  log,
}: ModelRouterSettings): ModelRouter {
  const transport = createTransport()
  const loaders = new Map(
    providers.map((provider) => [provider, loaderFor({ transport }, provider)] as const),
  )
  const models = new Map([
    ['stub', stub],
    ...[...loaders].map(
      ([provider, loader]) =>
        [provider.name, createSdkModel({ timers, log, load: loader }, provider)] as const,
    ),
  ])
  const fallback = models.get(defaultName)
  if (fallback === undefined) throw new Error(`There is no language model ${defaultName}`)

  const reported = new Set<string>()
  const report = (provider: string) => {
    if (reported.has(provider)) return
    reported.add(provider)
    log.warn('A character asks for a language model that is not configured; the default answers', {
      provider,
    })
  }

  return {
    reply: (request, signal, listener) => {
      const { llm_provider: name } = request.character
      const chosen = name === 'default' ? fallback : models.get(name)
      if (chosen !== undefined) return chosen.reply(request, signal, listener)
      report(name)
      return fallback.reply(withDefaultModel(request), signal, listener)
    },
    identify: ({ llm_provider, llm_model }) => {
      const isKnown = models.has(llm_provider)
      const provider = isKnown ? llm_provider : defaultName
      const configured = providers.find(({ name }) => name === provider)?.model ?? provider
      const isChosen =
        llm_model !== 'default' && provider !== 'stub' && (isKnown || llm_provider === 'default')
      return { provider, model: isChosen ? llm_model : configured }
    },
    describeRequest: async (request) => {
      const { llm_provider: name } = request.character
      const isKnown = name === 'default' || models.has(name)
      const wanted = isKnown && name !== 'default' ? name : defaultName
      const provider = providers.find((each) => each.name === wanted)
      if (provider === undefined) return undefined
      const { describeProviderRequest } = await import('./provider-request.js')
      return describeProviderRequest(provider, isKnown ? request : withDefaultModel(request))
    },
    structuredModel: (name) => {
      const [provider, loader] = [...loaders].find(([each]) => each.name === name) ?? []
      if (provider === undefined || loader === undefined)
        throw new Error(`There is no language model ${name}`)
      return createStructuredModel({ timers, log, load: loader }, provider)
    },
    close: transport.close,
  }
}

const withDefaultModel = (request: ReplyRequest): ReplyRequest => ({
  ...request,
  character: { ...request.character, llm_model: 'default' },
})
