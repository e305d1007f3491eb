import type { ModelProvider } from './provider.js'
import type { LoadModel } from './sdk-model.js'
import type { Transport } from './transport.js'

/** Any server with OpenAI's `/chat/completions`: Ollama, LM Studio, vLLM, llama.cpp, OpenAI itself, and many more. */
export function loadOpenAiCompatible(
  { transport }: { readonly transport: Transport },
  provider: ModelProvider,
): LoadModel {
  const { name, baseUrl, apiKey, headers, maxTokensField } = provider
  return async (modelId) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name,
      baseURL: baseUrl,
      headers,
      fetch: transport.fetch,
      supportsStructuredOutputs: true,
      ...(apiKey !== undefined && { apiKey }),
      transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [maxTokensField]: max_tokens }),
    })(modelId)
  }
}
