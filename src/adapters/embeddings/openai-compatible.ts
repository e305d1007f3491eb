import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Timers } from '../../domain/clock.js'
import { type DomainError, domainError } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'
import type { Embeddings } from '../../domain/retrieval/ports.js'
import { MAX_VECTOR_LENGTH, toUnit } from '../../domain/retrieval/vector.js'
import {
  codeOf,
  failureReasonOfStatus,
  loggedFailure,
  type ModelFailure,
  ProviderResponseError,
  retryAfter,
} from '../model/failure.js'
import type { Transport } from '../model/transport.js'

export type OpenAiCompatibleEmbeddings = {
  /** What it was called by whoever chose it, such as `ollama`; undefined: it has no name. */
  readonly name?: string | undefined
  /** Without `/embeddings`. */
  readonly baseUrl: string
  /** The environment variable that it comes from, or `default`; undefined: it was written with the provider. */
  readonly baseUrlSource?: string | undefined
  readonly model: string
  readonly apiKey: string | undefined
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly dimensions: number
  /** Whether to ask for vectors of that length: not every server knows how. */
  readonly sendDimensions: boolean
  /** Longest wait for one request. */
  readonly timeoutSeconds: number
}

type Deps = {
  readonly transport: Transport
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

/** Texts in one request: more are refused by some servers. */
const BATCH = 64

/** Any server with OpenAI's `/embeddings`. A failed request is the caller's failure; nothing is asked twice. */
export function createOpenAiCompatibleEmbeddings(
  deps: Deps,
  settings: OpenAiCompatibleEmbeddings,
): Embeddings {
  const { model, dimensions } = settings
  return {
    id: `openai-compatible:${model}:${dimensions}`,
    dimensions,
    weight: 0.5,
    embed: async (texts, signal) => {
      signal.throwIfAborted()
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions))
      // Servers refuse empty texts.
      const asked = [...texts.entries()].filter(([, text]) => text.trim() !== '')
      for (let from = 0; from < asked.length; from += BATCH) {
        const batch = asked.slice(from, from + BATCH)
        const found = await request(deps, settings, { texts: batch.map(([, text]) => text), signal })
        for (const [at, [place]] of batch.entries())
          vectors[place] = found[at] ?? new Float32Array(dimensions)
      }
      return vectors
    },
  }
}

type EmbeddingBatch = { readonly texts: readonly string[]; readonly signal: AbortSignal }

type Measured = Pick<
  OpenAiCompatibleEmbeddings,
  'baseUrl' | 'model' | 'apiKey' | 'headers' | 'timeoutSeconds'
>

/** The length of the vectors of a model, found by asking for one. Never rejects. */
export async function measureVector(
  { transport, timers }: Pick<Deps, 'transport' | 'timers'>,
  { timeoutSeconds, ...model }: Measured,
): Promise<number | EmbeddingFailure> {
  const stop = new AbortController()
  const relax = timers.after(timeoutSeconds * 1000, () => stop.abort())
  const settings = { ...model, dimensions: undefined, sendDimensions: false }
  const outcome = await sendRequest(transport, settings, { texts: ['length'], signal: stop.signal })
  relax()
  if (stop.signal.aborted) return { reason: 'late' }
  if ('reason' in outcome) return outcome
  const [{ length } = []] = outcome
  return length === 0 || length > MAX_VECTOR_LENGTH ? { reason: 'garbled' } : length
}

/** One request, ended by its time limit or by its caller. */
async function request(
  { transport, timers, log }: Deps,
  settings: OpenAiCompatibleEmbeddings,
  { texts, signal }: EmbeddingBatch,
): Promise<Float32Array[]> {
  const stop = new AbortController()
  const leave = () => stop.abort(signal.reason)
  let isLate = false
  signal.addEventListener('abort', leave, { once: true })
  const relax = timers.after(settings.timeoutSeconds * 1000, () => {
    isLate = true
    stop.abort()
  })
  try {
    const outcome = await sendRequest(transport, settings, { texts, signal: stop.signal })
    signal.throwIfAborted()
    if (!('reason' in outcome)) return outcome
    const failure = isLate ? { reason: 'late' as const } : outcome
    const { name = 'openai-compatible', baseUrl, model, apiKey, headers } = settings
    log.warn('An embedding model failed', {
      ...loggedFailure({ name, baseUrl, apiKey, headers }, failure),
      model,
    })
    throw embeddingError(failure)
  } finally {
    relax()
    signal.removeEventListener('abort', leave)
  }
}

type Asked = Omit<OpenAiCompatibleEmbeddings, 'name' | 'dimensions' | 'timeoutSeconds' | 'baseUrlSource'> & {
  /** Undefined: any length, but the same for all. */
  readonly dimensions: number | undefined
}

async function sendRequest(
  transport: Transport,
  settings: Asked,
  { texts, signal }: EmbeddingBatch,
): Promise<Float32Array[] | EmbeddingFailure> {
  const { baseUrl, model, apiKey, headers, dimensions, sendDimensions } = settings
  let answer: Response | undefined
  try {
    answer = await transport.fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
      body: JSON.stringify({
        model,
        input: texts,
        encoding_format: 'float',
        ...(sendDimensions && { dimensions }),
      }),
      signal,
    })
    const body = parse(await answer.text())
    return answer.ok ? readVectors(body, { count: texts.length, dimensions }) : httpFailure(answer, body)
  } catch (error) {
    if (error instanceof ProviderResponseError) return { reason: 'web_page', status: error.statusCode }
    const code = codeOf(error instanceof Error ? { cause: error.cause ?? error } : {})
    return { reason: answer === undefined ? 'unreachable' : 'broken_off', code }
  }
}

function httpFailure({ status, headers }: Response, body: unknown): EmbeddingFailure {
  return {
    reason: failureReasonOfStatus(status),
    status,
    code: codeOf({ data: body }),
    retryAfterSeconds: retryAfter(Object.fromEntries(headers)),
  }
}

const AnswerSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      index: Type.Optional(Type.Integer({ minimum: 0 })),
      embedding: Type.Array(Type.Number()),
    }),
  ),
})
type Answer = Static<typeof AnswerSchema>

function readVectors(
  body: unknown,
  { count, dimensions }: { readonly count: number; readonly dimensions: number | undefined },
): Float32Array[] | EmbeddingFailure {
  if (!Value.Check(AnswerSchema, body) || !hasAllVectors(body, count)) return { reason: 'garbled' }
  const inOrder = [...body.data].sort((a, b) => (a.index ?? 0) - (b.index ?? 0))
  const wanted = dimensions ?? inOrder[0]?.embedding.length
  if (inOrder.some(({ embedding }) => embedding.length !== wanted)) return { reason: 'wrong_length' }
  return inOrder.map(({ embedding }) => toUnit(Float32Array.from(embedding)))
}

/** One vector for each text: with each place once, or all without places, in order. */
function hasAllVectors({ data }: Answer, count: number): boolean {
  const places = new Set(data.map(({ index }, at) => index ?? at))
  return data.length === count && places.size === count && Math.max(0, ...places) < Math.max(1, count)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SENTENCES = {
  unreachable: 'The embedding model cannot be reached',
  wrong_key: 'The embedding model does not accept the API key',
  not_found: 'The embedding model is not known at its address',
  busy: 'The embedding model has had too many requests',
  refused: 'The embedding model refused the request',
  failed: 'The embedding model failed',
  garbled: 'The embedding model sent an answer that cannot be understood',
  web_page: 'The embedding model answered with a web page',
  broken_off: 'The embedding model broke off its answer',
  late: 'The embedding model did not answer in time',
  wrong_length: 'The embedding model sends vectors of another length than configured',
} as const

export type EmbeddingFailure = Omit<ModelFailure, 'reason'> & { readonly reason: keyof typeof SENTENCES }

/** A fixed sentence; the cause is reduced to status and code, because providers repeat keys and texts. */
export function embeddingError({ reason, status, code, retryAfterSeconds }: EmbeddingFailure): DomainError {
  const facts = [reason, status === undefined ? undefined : `HTTP ${status}`, code]
  return domainError('providerFailed', SENTENCES[reason], {
    cause: new Error(facts.filter((fact) => fact !== undefined).join(', ')),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
