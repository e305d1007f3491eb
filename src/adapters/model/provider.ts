export type ProviderKind = 'openai-compatible' | 'anthropic' | 'google'

/** A configured provider of a language model, its secrets read. */
export type ModelProvider = {
  readonly name: string
  readonly kind: ProviderKind
  readonly baseUrl: string
  /** Asked for when a character's `llm_model` is `default`. */
  readonly model: string
  readonly apiKey: string | undefined
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Some models refuse any temperature but their own. */
  readonly sendTemperature: boolean
  /** What a server of kind `openai-compatible` calls the longest reply. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  readonly patience: TimeoutLimits
}

/** How long a provider may keep a player waiting. */
export type TimeoutLimits = {
  readonly firstTokenSeconds: number
  /** Between two tokens. */
  readonly idleSeconds: number
  readonly totalSeconds: number
}
