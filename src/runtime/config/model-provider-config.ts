import type { ModelProvider } from '../../adapters/model/provider.js'
import type { RawProviderConfig } from './config-schema.js'
import type { SchemaProblem, ValuePath } from './schema-problems.js'
import { type ConfigContext, readSecret } from './secret-source.js'
import { closestWord } from './similar-words.js'

type Outcome = { readonly provider: ModelProvider; readonly problems: readonly SchemaProblem[] }

/** Set here, because the SDKs would otherwise read base URLs from environment variables. */
const DEFAULT_BASE_URL = {
  'openai-compatible': '',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434',
}

/** The newer models of OpenAI know this name only, and refuse any temperature but their own. */
const OPENAI_LENGTH_FIELD = 'max_completion_tokens'
const OWN_TEMPERATURE = /^(?:o\d|gpt-5)/

/** The usual environment variables of API keys; the first one that is set counts. */
export const KEY_VARIABLES: Readonly<Record<RawProviderConfig['kind'], readonly string[]>> = {
  'openai-compatible': [],
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ollama: ['OLLAMA_API_KEY'],
}

/** A provider that is asked for its models may be without one. */
export type ProviderConfig = Omit<RawProviderConfig, 'model'> & {
  readonly model?: string
  /** The environment variable that `baseUrl` comes from, or `default`. */
  readonly baseUrlSource?: string
}

const KEYLESS: ReadonlySet<string> = new Set(['openai-compatible', 'ollama'])

/** Names with a special meaning in a character's `llm_provider`, or in `memories.extraction`. */
const RESERVED = ['default', 'stub', 'rules']

/**
 * Completes a provider with its defaults and its secret, and lists the problems that its schema cannot express. `part` is
 * its section of the configuration.
 */
export async function readModelProvider(
  [part, name]: readonly [part: 'llm' | 'vision', name: string],
  written: ProviderConfig,
  context: ConfigContext,
): Promise<Outcome> {
  const keyed = withUsualKey(written, context)
  const key = await readApiKey(
    { ...keyed, isOptional: KEYLESS.has(written.kind), usual: KEY_VARIABLES[written.kind] },
    context,
  )
  const at = (problem: SchemaProblem): SchemaProblem => ({
    path: [part, 'providers', name, ...problem.path],
    text: problem.text,
  })
  const {
    kind,
    model,
    contextTokens,
    price,
    firstTokenSeconds = 30,
    idleSeconds = 15,
    totalSeconds = 120,
  } = written
  return {
    provider: {
      name,
      kind,
      model,
      baseUrlSource: written.baseUrl === undefined ? 'default' : written.baseUrlSource,
      baseUrl: (written.baseUrl ?? DEFAULT_BASE_URL[kind]).replace(/(?<!\/)\/+$/, ''),
      apiKey: key.secret,
      apiKeyVariable: keyed.apiKeyEnv,
      apiKeySource: keyed.apiKeyEnv ?? keyed.apiKeyFile,
      headers: written.headers ?? {},
      sendTemperature: written.sendTemperature ?? !(kind === 'openai' && OWN_TEMPERATURE.test(model ?? '')),
      maxTokensField: written.maxTokensField ?? (kind === 'openai' ? OPENAI_LENGTH_FIELD : 'max_tokens'),
      ...(contextTokens !== undefined && { contextTokens }),
      ...(price !== undefined && { price: { currency: 'USD', ...price } }),
      patience: { firstTokenSeconds, idleSeconds, totalSeconds },
    },
    problems: [...settingProblems(name, written), ...key.problems].map(at),
  }
}

function withUsualKey(
  { kind, apiKeyEnv, apiKeyFile }: ProviderConfig,
  { env }: ConfigContext,
): Pick<ApiKeySource, 'apiKeyEnv' | 'apiKeyFile'> {
  if (apiKeyFile !== undefined || apiKeyEnv !== undefined) {
    return { ...(apiKeyFile !== undefined && { apiKeyFile }), ...(apiKeyEnv !== undefined && { apiKeyEnv }) }
  }
  const usual = KEY_VARIABLES[kind].find((name) => Boolean(env[name]?.trim()))
  return usual === undefined ? {} : { apiKeyEnv: usual }
}

function settingProblems(name: string, written: ProviderConfig): SchemaProblem[] {
  const { kind, baseUrl, headers = {} } = written
  const problem = (path: string[], text: string): SchemaProblem => ({ path, text })
  const found: (SchemaProblem | false)[] = [
    RESERVED.includes(name) &&
      problem([], 'needs another name: default, stub and rules have a meaning of their own'),
    kind === 'openai-compatible' && baseUrl === undefined && problem(['baseUrl'], 'is missing'),
    baseUrl !== undefined && !isHttpUrl(baseUrl) && problem(['baseUrl'], 'must be an http or https address'),
    kind !== 'openai-compatible' &&
      kind !== 'openai' &&
      written.maxTokensField !== undefined &&
      problem(['maxTokensField'], 'is only for the kind openai-compatible'),
    ...headerProblems(headers),
  ]
  return found.filter((entry) => entry !== false)
}

export const headerProblems = (headers: Readonly<Record<string, string>> = {}): SchemaProblem[] =>
  Object.entries(headers)
    .filter(([header, value]) => !isHeader(header, value))
    .map(([header]) => ({ path: ['headers', header], text: 'must be a header name and printable text' }))

/** The problem of a setting at `path` that names none of `names`, if it does. */
export function referenceProblems(
  path: ValuePath,
  name: string | undefined,
  names: readonly string[],
): SchemaProblem[] {
  if (name === undefined || names.includes(name)) return []
  const closest = closestWord(name, names)
  const hint = closest === undefined ? `known here: ${names.join(', ')}` : `did you mean ${closest}?`
  return [{ path, text: `names ${name}, which is not a provider; ${hint}` }]
}

type ApiKeyResult = { readonly secret: string | undefined; readonly problems: readonly SchemaProblem[] }

type ApiKeySource = {
  readonly apiKeyEnv?: string
  readonly apiKeyFile?: string
  /** Whether the provider works without a key. */
  readonly isOptional: boolean
  /** The variables that are read when neither is named. */
  readonly usual?: readonly string[]
}

/** Reads the key of a provider from the environment or a file. */
export async function readApiKey(written: ApiKeySource, context: ConfigContext): Promise<ApiKeyResult> {
  const { isOptional, usual = [] } = written
  const found = await readSecret(written, { variable: 'apiKeyEnv', file: 'apiKeyFile' }, context)
  if (found === undefined) {
    if (isOptional) return { secret: undefined, problems: [] }
    const variables = usual.length === 0 ? '' : `, or ${usual.join(' or ')} in the environment`
    return apiKeyProblem('apiKeyEnv', `is missing; this kind needs apiKeyEnv or apiKeyFile${variables}`)
  }
  if ('problem' in found) return apiKeyProblem(found.problem.key, found.problem.text)
  if (isHeader('authorization', found.secret)) return { secret: found.secret, problems: [] }
  return apiKeyProblem(
    found.from,
    'leads to a text that cannot be a key: it contains line breaks or other unprintable characters',
  )
}

const apiKeyProblem = (path: string, text: string): ApiKeyResult => ({
  secret: undefined,
  problems: [{ path: [path], text }],
})

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

const isHeader = (name: string, value: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e\t]*$/.test(value)
