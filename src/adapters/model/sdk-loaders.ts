import { createOllamaModel } from './ollama-model.js'
import type { ModelProvider } from './provider.js'
import type { LoadModel } from './sdk-model.js'
import type { Transport } from './transport.js'

/** Each loader imports its SDK package on first use, because loading takes long. */
export function loaderFor(deps: { readonly transport: Transport }, provider: ModelProvider): LoadModel {
  switch (provider.kind) {
    case 'openai-compatible':
    case 'openai':
      return loadOpenAiCompatible(deps, provider)
    case 'anthropic':
      return loadAnthropic(deps, provider)
    case 'google':
      return loadGoogle(deps, provider)
    case 'ollama':
      return async (modelId) => createOllamaModel(deps, provider, modelId)
  }
}

function loadAnthropic({ transport }: { readonly transport: Transport }, provider: ModelProvider): LoadModel {
  const { baseUrl, apiKey = '', headers } = provider
  return async (modelId) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey, headers, fetch: transport.fetch })(modelId)
  }
}

function loadGoogle({ transport }: { readonly transport: Transport }, provider: ModelProvider): LoadModel {
  const { baseUrl, apiKey = '', headers } = provider
  return async (modelId) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey, headers, fetch: transport.fetch })(modelId)
  }
}

/**
 * Any server with OpenAI's `/chat/completions`: OpenAI, LM Studio, vLLM, llama.cpp and others. Some do not know the field
 * that asks for the count of tokens, so only OpenAI gets it, and those whose tokens have a price.
 */
function loadOpenAiCompatible(
  { transport }: { readonly transport: Transport },
  provider: ModelProvider,
): LoadModel {
  const { name, kind, baseUrl, apiKey, headers, maxTokensField, price } = provider
  return async (modelId) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name,
      baseURL: baseUrl,
      headers,
      fetch: transport.fetch,
      supportsStructuredOutputs: true,
      includeUsage: kind === 'openai' || price !== undefined,
      ...(apiKey !== undefined && { apiKey }),
      transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [maxTokensField]: max_tokens }),
    })(modelId)
  }
}
