import type { ModelProvider } from './provider.js'
import type { LoadModel } from './sdk-model.js'
import type { Transport } from './transport.js'

export function loadGoogle(
  { transport }: { readonly transport: Transport },
  provider: ModelProvider,
): LoadModel {
  const { baseUrl, apiKey = '', headers } = provider
  return async (modelId) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey, headers, fetch: transport.fetch })(modelId)
  }
}
