import type { LanguageModel } from '../../domain/sessions/ports.js'
import type { ModelProvider } from './provider.js'
import { createSdkModel, type SdkModelDeps } from './sdk-model.js'
import type { Transport } from './transport.js'

export type ProviderDeps = Omit<SdkModelDeps, 'load'> & { readonly transport: Transport }

/** Any server with OpenAI's `/chat/completions`: Ollama, LM Studio, vLLM, llama.cpp, OpenAI itself, and many more. */
export function createOpenAiCompatibleModel(
  { transport, ...deps }: ProviderDeps,
  provider: ModelProvider,
): LanguageModel {
  const { name, baseUrl, apiKey, headers, maxTokensField } = provider
  const load = async (modelId: string) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name,
      baseURL: baseUrl,
      headers,
      fetch: transport.fetch,
      ...(apiKey !== undefined && { apiKey }),
      transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [maxTokensField]: max_tokens }),
    })(modelId)
  }
  return createSdkModel({ ...deps, load }, provider)
}
