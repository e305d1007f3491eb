import type { ModelStep } from '../../domain/characters/model-job.js'
import type {
  ModelPart,
  ModelService,
  ModelTask,
  StepRequest,
  TaskReport,
} from '../../domain/generation/model3d/ports.js'
import { truncateAtWord } from '../../domain/generation/truncate-at-word.js'
import {
  asObject,
  callModelService,
  type ServiceCallDeps,
  type ServiceRequest,
  unreadableResponse,
} from './call-service.js'
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

/** Any service with Meshy's API: a task is created, asked after, and names its files when it is done. */
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
