import { isObject } from '../../contract/is-object.js'
import type { Timers } from '../../domain/clock.js'
import { ModelServiceError } from '../../domain/generation/model3d/ports.js'
import { failureReasonOfStatus, retryAfter } from '../model/failure.js'
import { createTransport } from '../model/transport.js'
import { authHeaders } from '../speech/request.js'
import type { ModelServiceProvider } from './provider.js'

export type ServiceCallDeps = { readonly timers: Pick<Timers, 'after'> }

export type ServiceRequest = {
  readonly method: 'GET' | 'POST'
  /** Below the address of the service. */
  readonly path: string
  readonly body?: object
}

/** Answers name tasks and addresses; more than this is something else. */
const ANSWER_BYTES = 2 ** 20

/**
 * Asks the service, and gives the JSON object that it answers. Redirects are not followed, so that no key goes where
 * nobody sent it. Throws a ModelServiceError for whatever goes wrong, the signal's reason when that aborts.
 */
export async function callModelService(
  { timers }: ServiceCallDeps,
  provider: ModelServiceProvider,
  { question, signal: wanted }: { readonly question: ServiceRequest; readonly signal: AbortSignal },
): Promise<Readonly<Record<string, unknown>>> {
  wanted.throwIfAborted()
  const stop = new AbortController()
  const leave = () => stop.abort()
  wanted.addEventListener('abort', leave, { once: true })
  const relax = timers.after(provider.timeoutSeconds * 1000, leave)
  try {
    return await ask(provider, question, stop.signal)
  } catch (error) {
    wanted.throwIfAborted()
    if (error instanceof ModelServiceError) throw error
    throw new ModelServiceError('unreachable', 'The 3D model service cannot be reached', { cause: error })
  } finally {
    relax()
    wanted.removeEventListener('abort', leave)
  }
}

async function ask(provider: ModelServiceProvider, question: ServiceRequest, signal: AbortSignal) {
  const { method, path, body } = question
  const transport = createTransport()
  try {
    const response = await transport.fetch(`${provider.baseUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...authHeaders(provider.apiKey, provider.headers),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    })
    if (!response.ok) throw refusal(response.status, retryAfter(Object.fromEntries(response.headers)))
    return await readObject(response.body ?? [])
  } finally {
    await transport.close()
  }
}

/** What a status says, in words of our own: answers repeat keys and prompts. */
function refusal(status: number, retryAfterSeconds: number | undefined): ModelServiceError {
  const options = { retryAfterSeconds, cause: new Error(`HTTP ${status}`) }
  // 402: its credits are used up.
  if (status === 402 || status === 429) {
    return new ModelServiceError('exhausted', 'The 3D model service takes no more for now', options)
  }
  const reason = failureReasonOfStatus(status)
  if (reason === 'failed' || status === 408) {
    return new ModelServiceError('unreachable', 'The 3D model service failed', options)
  }
  const sentence = reason === 'wrong_key' ? 'does not accept the API key' : 'refused the request'
  return new ModelServiceError('refused', `The 3D model service ${sentence}`, options)
}

async function readObject(
  received: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Readonly<Record<string, unknown>>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of received) {
    size += piece.length
    if (size > ANSWER_BYTES) throw unreadableResponse()
    pieces.push(piece)
  }
  return asObject(parsed(Buffer.concat(pieces).toString('utf8'))) ?? fail()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isObject(value) ? value : undefined

export const unreadableResponse = () =>
  new ModelServiceError('unreachable', 'The 3D model service sent an answer that cannot be understood')

function fail(): never {
  throw unreadableResponse()
}
