import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'

/** The AI SDK's provider interface (LanguageModelV3), which it does not export as a whole here. */
export type SdkModel = ReturnType<OpenAICompatibleProvider['languageModel']>
export type SdkCall = Parameters<SdkModel['doStream']>[0]
export type SdkMessage = SdkCall['prompt'][number]
export type SdkTool = NonNullable<SdkCall['tools']>[number]

type SdkStream = Awaited<ReturnType<SdkModel['doStream']>>['stream']
export type SdkPart = SdkStream extends ReadableStream<infer Part> ? Part : never
export type SdkToolCall = Extract<SdkPart, { type: 'tool-call' }>
