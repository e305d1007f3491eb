import type { LanguageModel } from '../../domain/sessions/ports.js'
import type { ProviderDeps } from './openai-compatible.js'
import type { ModelProvider } from './provider.js'
import { createSdkModel } from './sdk-model.js'

export function createAnthropicModel(
  { transport, ...deps }: ProviderDeps,
  provider: ModelProvider,
): LanguageModel {
  const { baseUrl, apiKey = '', headers } = provider
  const load = async (modelId: string) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey, headers, fetch: transport.fetch })(modelId)
  }
  return createSdkModel({ ...deps, load }, provider)
}
