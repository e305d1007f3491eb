import { usageError } from '../errors/command-error.js'

const PROVIDERS = {
  ollama: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' },
  openai: {
    kind: 'openai-compatible',
    baseUrl: 'https://api.openai.com/v1',
    apiKeyEnv: 'OPENAI_API_KEY',
    maxTokensField: 'max_completion_tokens',
  },
  anthropic: { kind: 'anthropic', apiKeyEnv: 'ANTHROPIC_API_KEY' },
  google: { kind: 'google', apiKeyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY' },
} as const

const CHOICE = /^(\w+):(.+)$/s
const ADDRESS = /^(https?:\/\/[^#]+)#(.+)$/s

/**
 * The configuration of a server for a language model: `stub`, `ollama:MODEL`, `openai:MODEL`, `anthropic:MODEL`,
 * `google:MODEL`, or the address of an OpenAI-compatible server with `#MODEL`. Throws a usage error for any other text.
 */
export function llmConfig(text: string): object {
  if (text === 'stub') return { llm: { default: 'stub' } }
  const [, address, modelThere] = ADDRESS.exec(text) ?? []
  if (address !== undefined && URL.canParse(address))
    return configOf('server', { kind: 'openai-compatible', baseUrl: address, model: modelThere })
  const [, name, model] = CHOICE.exec(text) ?? []
  const [known, provider] = Object.entries(PROVIDERS).find(([one]) => one === name) ?? []
  if (known === undefined)
    throw usageError(
      `"${text}" is not a language model`,
      'Give stub, ollama:MODEL, openai:MODEL, anthropic:MODEL, google:MODEL, or http://ADDRESS/v1#MODEL.',
    )
  return configOf(known, { ...provider, model })
}

const configOf = (name: string, provider: object) => ({
  llm: { default: name, providers: { [name]: provider } },
  // The provider may charge for each request, and what is remembered here is soon deleted.
  memories: { extraction: 'rules' },
})
