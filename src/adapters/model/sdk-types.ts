import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'

/** The AI SDK's provider interface (LanguageModelV3), which it does not export as a whole here. */
type LanguageModelV3 = ReturnType<OpenAICompatibleProvider['languageModel']>
export type SdkCall = Parameters<LanguageModelV3['doStream']>[0]
/** As much of it as is used. */
export type SdkModel = {
  doStream(call: SdkCall): PromiseLike<{ readonly stream: AsyncIterable<SdkPart> }>
}
export type SdkMessage = SdkCall['prompt'][number]
export type SdkTool = NonNullable<SdkCall['tools']>[number]

type SdkStream = Awaited<ReturnType<LanguageModelV3['doStream']>>['stream']
export type SdkPart = SdkStream extends ReadableStream<infer Part> ? Part : never
export type SdkToolCall = Extract<SdkPart, { type: 'tool-call' }>
