import type { ModelStage } from '../../contract/models.js'
import type { ModelOrder, ModelStep } from '../../domain/characters/model-job.js'
import type { Clock } from '../../domain/clock.js'
import { singleChunk } from '../../domain/files/single-chunk.js'
import type { BuiltModel, ModelBuilder } from '../../domain/generation/model-builder.js'
import {
  type ModelService,
  ModelServiceError,
  type ModelTask,
} from '../../domain/generation/model3d/ports.js'

/** How the stub gets on: a state with each question, as time passes, or through all of them with the first question. */
export const ADVANCES = ['polls', 'time', 'at-once'] as const
export type Advance = (typeof ADVANCES)[number]

/** Where the stub fails; `start`: it takes no task at all. */
export type FailingAt = ModelStage | 'start'

type StubSettings = {
  readonly advance: Advance
  /** How long each task takes when time decides. */
  readonly secondsPerStage: number
  /** Null: nowhere. */
  readonly fail: FailingAt | null
}
type StubDeps = { readonly builder: ModelBuilder; readonly clock: Pick<Clock, 'now'> }

/** At which state a model is when a task is begun, and while it runs; both are where it fails if that is wished. */
const FAILS_AT: Readonly<Record<ModelStep, { readonly begin: FailingAt | null; readonly ask: ModelStage }>> =
  {
    preview: { begin: 'start', ask: 'generating' },
    refine: { begin: 'preview_ready', ask: 'refining' },
    pose: { begin: 'start', ask: 'posing' },
    check: { begin: null, ask: 'rig_checking' },
    rig: { begin: null, ask: 'rigging' },
    animate: { begin: null, ask: 'animating' },
  }

/** Built characters that are kept until their files are fetched: the newest. */
const KEPT = 4

/** A stand-in for a 3D model service: it builds real files from words and colours, the same ones each time. */
export function createStubModelService(deps: StubDeps, settings: StubSettings): ModelService {
  const { clock, builder } = deps
  const { advance, fail, secondsPerStage } = settings
  const bodies = createBodyCache(builder)

  return {
    name: 'stub',
    isSynchronous: advance === 'at-once',
    async startTask({ step, order }) {
      if (fail !== null && FAILS_AT[step].begin === fail) throw configuredFailure()
      // Built by the time that it is asked for.
      if (step === 'preview' || step === 'pose') void bodies.of(order).catch(() => undefined)
      return `stub-${step}`
    },
    async poll({ step, begunAt }) {
      if (FAILS_AT[step].ask === fail) return { state: 'failed' }
      const seconds = advance === 'time' ? (clock.now().getTime() - begunAt.getTime()) / 1000 : Infinity
      if (seconds >= secondsPerStage) return { state: 'done' }
      return { state: 'running', progress: (100 * Math.max(0, seconds)) / secondsPerStage }
    },
    fetch: async ({ order }: ModelTask, part, signal) =>
      singleChunk((await raceWithAbort(bodies.of(order), signal))[part]),
  }
}

const configuredFailure = () =>
  new ModelServiceError('refused', 'The 3D model service failed, as it was configured to')

/** One build for the same order, however many ask. */
function createBodyCache(builder: ModelBuilder) {
  const built = new Map<string, Promise<BuiltModel>>()
  return {
    of(order: ModelOrder): Promise<BuiltModel> {
      const key = JSON.stringify([order.appearance, order.palette, order.rigged])
      const there = built.get(key)
      if (there !== undefined) return there
      const body = builder.build(order).catch((cause: unknown) => {
        built.delete(key)
        throw new ModelServiceError('refused', 'The 3D model could not be built', { cause })
      })
      built.set(key, body)
      const [oldest] = built.keys()
      if (built.size > KEPT && oldest !== undefined) built.delete(oldest)
      return body
    },
  }
}

/** The build may go on; nobody waits for it any more. */
async function raceWithAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let leave = () => {}
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', leave))
}
