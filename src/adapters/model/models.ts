import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { LanguageModel, ReplyRequest } from '../../domain/sessions/ports.js'
import { createAnthropicModel } from './anthropic.js'
import { createGoogleModel } from './google.js'
import { createOpenAiCompatibleModel, type ProviderDeps } from './openai-compatible.js'
import type { ModelProvider } from './provider.js'
import { createTransport } from './transport.js'

type ModelsSettings = {
  readonly providers: readonly ModelProvider[]
  /** The name of a provider, or `stub`. */
  readonly defaultName: string
  readonly stub: LanguageModel
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

export type Models = LanguageModel & { close(): Promise<void> }

/**
 * Every configured language model behind one: `llm_provider` chooses among them. `default`, and a name that is not
 * configured, mean the default; with the latter, `llm_model` would be another provider's word, so it is not used.
 */
export function createModels({ providers, defaultName, stub, timers, log }: ModelsSettings): Models {
  const transport = createTransport()
  const models = new Map([
    ['stub', stub],
    ...providers.map(
      (provider) => [provider.name, createModel({ transport, timers, log }, provider)] as const,
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
    reply: (request, signal) => {
      const { llm_provider: name } = request.character
      const chosen = name === 'default' ? fallback : models.get(name)
      if (chosen !== undefined) return chosen.reply(request, signal)
      report(name)
      return fallback.reply(withDefaultModel(request), signal)
    },
    close: transport.close,
  }
}

function createModel(deps: ProviderDeps, provider: ModelProvider): LanguageModel {
  switch (provider.kind) {
    case 'openai-compatible':
      return createOpenAiCompatibleModel(deps, provider)
    case 'anthropic':
      return createAnthropicModel(deps, provider)
    case 'google':
      return createGoogleModel(deps, provider)
  }
}

const withDefaultModel = (request: ReplyRequest): ReplyRequest => ({
  ...request,
  character: { ...request.character, llm_model: 'default' },
})
