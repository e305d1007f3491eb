import type { LanguageModel } from '../../domain/sessions/ports.js'
import type { ProviderDeps } from './openai-compatible.js'
import type { ModelProvider } from './provider.js'
import { createSdkModel } from './sdk-model.js'

export function createGoogleModel(
  { transport, ...deps }: ProviderDeps,
  provider: ModelProvider,
): LanguageModel {
  const { baseUrl, apiKey = '', headers } = provider
  const load = async (modelId: string) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey, headers, fetch: transport.fetch })(modelId)
  }
  return createSdkModel({ ...deps, load }, provider)
}
