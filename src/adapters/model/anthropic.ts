import type { ModelProvider } from './provider.js'
import type { LoadModel } from './sdk-model.js'
import type { Transport } from './transport.js'

export function loadAnthropic(
  { transport }: { readonly transport: Transport },
  provider: ModelProvider,
): LoadModel {
  const { baseUrl, apiKey = '', headers } = provider
  return async (modelId) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey, headers, fetch: transport.fetch })(modelId)
  }
}
