import { isObject } from '../../contract/is-object.js'
import type { ModelStep } from '../../domain/characters/model-job.js'
import type { Timers } from '../../domain/clock.js'
import {
  type ModelPart,
  type ModelService,
  ModelServiceError,
  type ModelTask,
  type StepRequest,
  type TaskReport,
} from '../../domain/generation/model3d/ports.js'
import { truncateAtWord } from '../../domain/generation/truncate-at-word.js'
import { failureReasonOfStatus, retryAfter } from '../model/failure.js'
import { createTransport } from '../model/transport.js'
import { authHeaders } from '../speech/request.js'
import { type DownloadDeps, download } from './download.js'
import type { ModelServiceProvider } from './provider.js'

/** Characters of a prompt, of which the service takes no more. */
const PROMPT_MAX = 600

const TEXT_TO_3D = '/v2/text-to-3d'
const RIGGING = '/v1/rigging'
const ANIMATIONS = '/v1/animations'

/** Where the tasks of each step live. A rigged model is drawn, then coloured, and then given bones and a clip. */
const PATHS: Readonly<Record<ModelStep, string>> = {
  preview: TEXT_TO_3D,
  refine: TEXT_TO_3D,
  pose: TEXT_TO_3D,
  check: TEXT_TO_3D,
  rig: RIGGING,
  animate: ANIMATIONS,
}

/** Under which names, from the outside in, a finished task tells where its files are. */
const FILE_FIELDS: Readonly<Record<string, Readonly<Record<ModelPart, readonly string[]>>>> = {
  [TEXT_TO_3D]: {
    preview: ['model_urls', 'glb'],
    model: ['model_urls', 'glb'],
    thumbnail: ['thumbnail_url'],
  },
  [RIGGING]: { preview: [], model: ['result', 'rigged_character_glb_url'], thumbnail: [] },
  [ANIMATIONS]: { preview: [], model: ['result', 'animation_glb_url'], thumbnail: [] },
}

/** A client for services with Meshy's API: creates a task, polls it, and downloads the files of a finished one. */
export function createTextTo3d(
  deps: ServiceCallDeps & DownloadDeps,
  provider: ModelServiceProvider,
): ModelService {
  const ask = (question: ServiceRequest, signal: AbortSignal) =>
    callModelService(deps, provider, { question, signal })
  const read = ({ step, task }: ModelTask, signal: AbortSignal) =>
    ask({ method: 'GET', path: `${PATHS[step]}/${encodeURIComponent(task)}` }, signal)

  return {
    name: 'meshy',
    isSynchronous: false,
    async startTask(request, signal) {
      const body = bodyOf(request, provider)
      const { result } = await ask({ method: 'POST', path: PATHS[request.step], body }, signal)
      if (typeof result !== 'string' || result === '') throw unreadableResponse()
      return result
    },
    poll: async (task, signal) => reportOf(await read(task, signal)),
    async fetch(task, part, signal) {
      // Asked again, because addresses of files are good for a while only.
      const url = valueAt(await read(task, signal), FILE_FIELDS[PATHS[task.step]]?.[part] ?? [])
      return typeof url === 'string' && url !== '' ? download(deps, url, signal) : undefined
    },
  }
}

function bodyOf({ step, order, before }: StepRequest, { actionId }: ModelServiceProvider): object {
  const prompt = truncateAtWord(order.appearance, PROMPT_MAX)
  switch (step) {
    case 'preview':
      return { mode: 'preview', prompt }
    case 'pose':
      return { mode: 'preview', prompt, pose_mode: 'a-pose' }
    case 'refine':
    case 'check':
      return { mode: 'refine', preview_task_id: before, enable_pbr: true }
    case 'rig':
      return { input_task_id: before }
    case 'animate':
      return { rig_task_id: before, action_id: actionId }
  }
}

function reportOf({ status, progress }: Readonly<Record<string, unknown>>): TaskReport {
  switch (status) {
    case 'SUCCEEDED':
      return { state: 'done' }
    case 'FAILED':
    case 'CANCELED':
    case 'EXPIRED':
      return { state: 'failed' }
    default:
      // Pending, in progress, or a word of tomorrow.
      if (typeof status !== 'string') throw unreadableResponse()
      return { state: 'running', progress: typeof progress === 'number' ? progress : 0 }
  }
}

function valueAt(answer: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return undefined
  return names.reduce((value: unknown, name) => asObject(value)?.[name], answer)
}

type ServiceCallDeps = { readonly timers: Pick<Timers, 'after'> }

type ServiceRequest = {
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
async function callModelService(
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

const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isObject(value) ? value : undefined

const unreadableResponse = () =>
  new ModelServiceError('unreachable', 'The 3D model service sent an answer that cannot be understood')

function fail(): never {
  throw unreadableResponse()
}
