import { resolve } from 'node:path'
import type { ModelProvider } from '../../adapters/model/provider.js'
import type { RawProviderConfig } from './config-schema.js'
import { readInputFile } from './input-file.js'
import type { SchemaProblem, ValuePath } from './schema-problems.js'
import { closestWord } from './similar-words.js'

export type Environment = Readonly<Record<string, string | undefined>>

export type ConfigContext = { readonly env: Environment; readonly folder: string }
type Outcome = { readonly provider: ModelProvider; readonly problems: readonly SchemaProblem[] }

/** Set here, because the SDKs would otherwise read base URLs from environment variables. */
const DEFAULT_BASE_URL = {
  'openai-compatible': '',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** Names with a special meaning in a character's `llm_provider`, or in `memories.extraction`. */
const RESERVED = ['default', 'stub', 'rules']

/**
 * Completes a provider with its defaults and its secret, and lists the problems that its schema cannot express. `part` is
 * its section of the configuration.
 */
export async function readModelProvider(
  [part, name]: readonly [part: 'llm' | 'vision', name: string],
  written: RawProviderConfig,
  context: ConfigContext,
): Promise<Outcome> {
  const key = await readApiKey({ ...written, isOptional: written.kind === 'openai-compatible' }, context)
  const at = (problem: SchemaProblem): SchemaProblem => ({
    path: [part, 'providers', name, ...problem.path],
    text: problem.text,
  })
  const { kind, model, firstTokenSeconds = 30, idleSeconds = 15, totalSeconds = 120 } = written
  return {
    provider: {
      name,
      kind,
      model,
      baseUrl: (written.baseUrl ?? DEFAULT_BASE_URL[kind]).replace(/(?<!\/)\/+$/, ''),
      apiKey: key.secret,
      apiKeyVariable: written.apiKeyEnv,
      headers: written.headers ?? {},
      sendTemperature: written.sendTemperature ?? true,
      maxTokensField: written.maxTokensField ?? 'max_tokens',
      patience: { firstTokenSeconds, idleSeconds, totalSeconds },
    },
    problems: [...settingProblems(name, written), ...key.problems].map(at),
  }
}

function settingProblems(name: string, written: RawProviderConfig): SchemaProblem[] {
  const { kind, baseUrl, headers = {} } = written
  const problem = (path: string[], text: string): SchemaProblem => ({ path, text })
  const found: (SchemaProblem | false)[] = [
    RESERVED.includes(name) &&
      problem([], 'needs another name: default, stub and rules have a meaning of their own'),
    kind === 'openai-compatible' && baseUrl === undefined && problem(['baseUrl'], 'is missing'),
    baseUrl !== undefined && !isHttpUrl(baseUrl) && problem(['baseUrl'], 'must be an http or https address'),
    kind !== 'openai-compatible' &&
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
}

/** Reads the key of a provider from the environment or a file. */
export async function readApiKey(
  written: ApiKeySource,
  { env, folder }: ConfigContext,
): Promise<ApiKeyResult> {
  const { apiKeyEnv, apiKeyFile, isOptional } = written
  if (apiKeyEnv !== undefined && apiKeyFile !== undefined) {
    return apiKeyProblem('apiKeyFile', 'cannot be combined with apiKeyEnv; keep one of them')
  }
  if (apiKeyEnv !== undefined) {
    const secret = env[apiKeyEnv]?.trim()
    if (!secret) return apiKeyProblem('apiKeyEnv', `names ${apiKeyEnv}, which is not set in the environment`)
    return checkApiKey('apiKeyEnv', secret)
  }
  if (apiKeyFile !== undefined) return readApiKeyFile(resolve(folder, apiKeyFile))
  if (isOptional) return { secret: undefined, problems: [] }
  return apiKeyProblem('apiKeyEnv', 'is missing; this kind needs apiKeyEnv or apiKeyFile')
}

async function readApiKeyFile(path: string): Promise<ApiKeyResult> {
  try {
    const secret = (await readInputFile(path)).trim()
    if (secret === '') return apiKeyProblem('apiKeyFile', `names ${path}, which is empty`)
    return checkApiKey('apiKeyFile', secret)
  } catch (error) {
    return apiKeyProblem(
      'apiKeyFile',
      `names ${path}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const checkApiKey = (path: string, secret: string): ApiKeyResult =>
  isHeader('authorization', secret)
    ? { secret, problems: [] }
    : apiKeyProblem(
        path,
        'leads to a text that cannot be a key: it contains line breaks or other unprintable characters',
      )

const apiKeyProblem = (path: string, text: string): ApiKeyResult => ({
  secret: undefined,
  problems: [{ path: [path], text }],
})

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

const isHeader = (name: string, value: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e\t]*$/.test(value)
