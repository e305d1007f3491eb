import { isObject } from '../../contract/is-object.js'
import type { Timers } from '../../domain/clock.js'
import { type ModelFailure, ProviderResponseError, requestFailure, UnreadableAnswerError } from './failure.js'
import type { ModelProvider, ProviderKind } from './provider.js'
import type { Transport } from './transport.js'

/** A model that a provider has. */
export type OfferedModel = {
  readonly id: string
  /** What the provider says it can do: `completion`, `vision`, `embedding`; undefined: it does not say. */
  readonly abilities?: readonly string[]
  /** When it was made, in milliseconds since 1970; 0: unknown. */
  readonly createdAt: number
}

export type ListedProvider = Pick<ModelProvider, 'kind' | 'baseUrl' | 'apiKey' | 'headers'>

export type ModelList =
  /** Undefined: something answers that has no list. */
  { readonly models: readonly OfferedModel[] | undefined } | { readonly failure: ModelFailure }

type ListDeps = { readonly transport: Transport; readonly timers: Pick<Timers, 'after'> }

/** Whoever waits for a start or for `doctor` waits no longer than this, in seconds. */
const LIST_SECONDS = 4
/** OpenAI's list of some hundred models is 20 kB. */
const ANSWER_BYTES = 4 * 2 ** 20
const MAX_MODELS = 5000

/** Asks a provider what it has; this costs nothing, and shows whether it is there and accepts the key. Never rejects. */
export async function listModels(
  { transport, timers }: ListDeps,
  provider: ListedProvider,
): Promise<ModelList> {
  const stop = new AbortController()
  const cancel = timers.after(LIST_SECONDS * 1000, () => stop.abort())
  try {
    return await askForList(transport, provider, stop.signal)
  } finally {
    cancel()
  }
}

/** The address below which there is a list, of a server that has none where it was asked and is named by its origin. */
export async function findMeantAddress(
  deps: ListDeps,
  provider: ListedProvider,
  list: ModelList,
): Promise<string | undefined> {
  const { kind, baseUrl } = provider
  const isElsewhere =
    'failure' in list
      ? ['web_page', 'garbled', 'not_found'].includes(list.failure.reason)
      : list.models === undefined
  if (kind !== 'openai-compatible' || !isElsewhere || new URL(baseUrl).pathname !== '/') return undefined
  const meant = `${baseUrl.replace(/\/$/, '')}/v1`
  const found = await listModels(deps, { ...provider, baseUrl: meant })
  return 'models' in found && found.models !== undefined ? meant : undefined
}

async function askForList(
  transport: Transport,
  provider: ListedProvider,
  signal: AbortSignal,
): Promise<ModelList> {
  const { path, headers } = questionOf(provider)
  try {
    const response = await transport.fetch(`${provider.baseUrl}${path}`, {
      headers: { accept: 'application/json', ...headers, ...provider.headers },
      signal,
    })
    const text = await readAll(response)
    if (HAS_NO_LIST.includes(response.status) && provider.kind === 'openai-compatible')
      return { models: undefined }
    if (!response.ok)
      throw new ProviderResponseError({
        status: response.status,
        body: text,
        headers: Object.fromEntries(response.headers),
      })
    return { models: modelsIn(provider.kind, JSON.parse(text)).slice(0, MAX_MODELS) }
  } catch (error) {
    return { failure: signal.aborted ? { reason: 'late' } : failureOf(error) }
  }
}

/** Not every compatible server has this route. */
const HAS_NO_LIST = [404, 405, 501]

function failureOf(error: unknown): ModelFailure {
  if (error instanceof SyntaxError) return { reason: 'garbled' }
  const isResponse = error instanceof ProviderResponseError || error instanceof UnreadableAnswerError
  const known = isResponse ? error : new ProviderResponseError({ cause: error })
  return requestFailure(known) ?? { reason: 'failed' }
}

type Question = { readonly path: string; readonly headers: Readonly<Record<string, string>> }

function questionOf({ kind, apiKey = '' }: ListedProvider): Question {
  switch (kind) {
    case 'anthropic':
      return {
        path: '/models?limit=1000',
        headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
      }
    case 'google':
      return { path: '/models?pageSize=1000', headers: { 'x-goog-api-key': apiKey } }
    case 'ollama':
    case 'openai':
    case 'openai-compatible':
      return {
        path: kind === 'ollama' ? '/api/tags' : '/models',
        headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
      }
  }
}

async function readAll({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > ANSWER_BYTES) throw new UnreadableAnswerError('The list of models does not end')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function modelsIn(kind: ProviderKind, answer: unknown): readonly OfferedModel[] {
  const list = isObject(answer) ? (answer['data'] ?? answer['models']) : answer
  if (!Array.isArray(list)) throw new UnreadableAnswerError('The answer is no list of models')
  return list.filter(isObject).flatMap((entry) => {
    const id = idOf(kind, entry)
    if (id === undefined) return []
    const abilities = abilitiesOf(entry)
    return [{ id, createdAt: timeOf(entry), ...(abilities !== undefined && { abilities }) }]
  })
}

type Entry = Readonly<Record<string, unknown>>

function idOf(kind: ProviderKind, entry: Entry): string | undefined {
  const id = kind === 'ollama' || kind === 'google' ? entry['name'] : entry['id']
  if (typeof id !== 'string' || id === '') return undefined
  return kind === 'google' ? id.replace(/^models\//, '') : id.replace(/:latest$/, '')
}

/** Google names methods; newer versions of Ollama name capabilities. */
function abilitiesOf(entry: Entry): readonly string[] | undefined {
  const { supportedGenerationMethods: methods, capabilities } = entry
  if (Array.isArray(methods)) {
    return [
      ...(methods.includes('generateContent') ? ['completion', 'vision'] : []),
      ...(methods.includes('embedContent') ? ['embedding'] : []),
    ]
  }
  return Array.isArray(capabilities) ? capabilities.map(String) : undefined
}

function timeOf({ created, created_at: createdAt, modified_at: modifiedAt }: Entry): number {
  if (typeof created === 'number') return created * 1000
  const time = Date.parse(String(createdAt ?? modifiedAt))
  return Number.isNaN(time) ? 0 : time
}
