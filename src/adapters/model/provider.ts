import type { ModelPrice } from '../../domain/turns/ports.js'

export const PROVIDER_KINDS = ['openai-compatible', 'openai', 'anthropic', 'google', 'ollama'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** A configured provider of language models, with resolved secrets. */
export type ModelProvider = {
  readonly name: string
  readonly kind: ProviderKind
  readonly baseUrl: string
  /** The environment variable that it comes from, or `default`; undefined: it was written with the provider. */
  readonly baseUrlSource?: string | undefined
  /** Used when a character's `llm_model` is `default`; undefined: one of those that the provider offers. */
  readonly model: string | undefined
  readonly apiKey: string | undefined
  /** The environment variable that the key was read from; undefined: it was read from a file, or there is none. */
  readonly apiKeyVariable?: string | undefined
  /** The environment variable or the file that the key comes from. */
  readonly apiKeySource?: string | undefined
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** False for models that accept only their own temperature. */
  readonly sendTemperature: boolean
  /** Name of the field for the maximum reply length; only for `openai-compatible` and `openai`. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** Of its models, reply included; undefined: unknown. For `ollama` it is also what is asked for. */
  readonly contextTokens?: number | undefined
  readonly price?: ModelPrice | undefined
  readonly patience: TimeoutLimits
}

/** Time limits for a provider's answer. */
export type TimeoutLimits = {
  readonly firstTokenSeconds: number
  /** Between two tokens. */
  readonly idleSeconds: number
  readonly totalSeconds: number
}
