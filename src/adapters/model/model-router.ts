import type { CharacterRecord } from '../../domain/characters/record.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { StructuredModel } from '../../domain/memories/extract/model/structured-model.js'
import type {
  LanguageModel,
  ModelIdentity,
  ModelReport,
  ProviderRequest,
  ReplyRequest,
} from '../../domain/turns/ports.js'
import { createModelChoice, type ModelChoice } from './model-choice.js'
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
  const configured = new Map(
    providers.map((provider) => {
      const load = loaderFor({ transport }, provider)
      const choice = createModelChoice({ transport, timers }, provider, 'llm')
      return [provider.name, { provider, deps: { timers, log, load, choice } }] as const
    }),
  )
  const models = new Map([
    ['stub', stub],
    ...[...configured].map(([name, { provider, deps }]) => [name, createSdkModel(deps, provider)] as const),
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

  const { identify, learn } = createModelIdentities(configured, defaultName)

  return {
    reply: (request, signal, listener) => {
      const { llm_provider: name } = request.character
      const chosen = name === 'default' ? fallback : models.get(name)
      const hear = (given: ModelReport) => {
        learn(given, request)
        listener?.(given)
      }
      if (chosen !== undefined) return chosen.reply(request, signal, hear)
      report(name)
      return fallback.reply(withDefaultModel(request), signal, hear)
    },
    identify,
    describeRequest: (request) => {
      const { provider, model } = identify(request.character)
      return describeRequest(configured.get(provider)?.provider, model, request)
    },
    structuredModel: (name) => {
      const found = configured.get(name)
      if (found === undefined) throw new Error(`There is no language model ${name}`)
      return createStructuredModel(found.deps, found.provider)
    },
    close: transport.close,
  }
}

type ConfiguredProvider = {
  readonly provider: ModelProvider
  readonly deps: { readonly choice: Pick<ModelChoice, 'chosen'> }
}

/** Which model answers a character, and what the models have said of themselves. */
function createModelIdentities(configured: ReadonlyMap<string, ConfiguredProvider>, defaultName: string) {
  /** What models hold, as they have said when they refused a prompt. */
  const learned = new Map<string, number>()
  const identify = ({ llm_provider, llm_model }: CharacterRecord): ModelIdentity => {
    const isKnown = llm_provider === 'stub' || configured.has(llm_provider)
    const name = isKnown ? llm_provider : defaultName
    const { provider, deps } = configured.get(name) ?? {}
    const isChosen = llm_model !== 'default' && name !== 'stub' && (isKnown || llm_provider === 'default')
    const own = deps === undefined ? name : deps.choice.chosen()
    const model = isChosen ? llm_model : own
    const contextTokens = provider?.contextTokens ?? learned.get(JSON.stringify([name, model]))
    return { provider: name, model, contextTokens, price: provider?.price }
  }
  return {
    identify,
    learn: (report: ModelReport, { character }: ReplyRequest): void => {
      if (report.type !== 'context_too_long' || report.contextTokens === undefined) return
      const { provider, model } = identify(character)
      learned.set(JSON.stringify([provider, model]), report.contextTokens)
    },
  }
}

/** Undefined: no provider is asked. Imports the SDK's part of it on first use. */
async function describeRequest(
  provider: ModelProvider | undefined,
  modelId: string | undefined,
  request: ReplyRequest,
): Promise<ProviderRequest | undefined> {
  // Without a model none was chosen, and nothing was sent.
  if (provider === undefined || modelId === undefined) return undefined
  const { describeProviderRequest } = await import('./provider-request.js')
  return describeProviderRequest(provider, modelId, request)
}

const withDefaultModel = (request: ReplyRequest): ReplyRequest => ({
  ...request,
  character: { ...request.character, llm_model: 'default' },
})
