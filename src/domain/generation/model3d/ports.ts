import { BoundedError } from '../../../contract/bounded-error.js'
import type { ModelOrder, ModelStep } from '../../characters/model-job.js'

/** A file of a task: binary glTF, or a PNG for the thumbnail. */
export type ModelPart = 'preview' | 'model' | 'thumbnail'

export type StepRequest = {
  readonly order: ModelOrder
  readonly step: ModelStep
  /** The id of the previous step's task; null for the first step. */
  readonly before: string | null
}

/** A started task. */
export type ModelTask = {
  readonly order: ModelOrder
  readonly step: ModelStep
  /** Its id at the service; never part of a response. */
  readonly task: string
  readonly begunAt: Date
}

export type TaskReport =
  | { readonly state: 'running' /** Percent, 0 to 100. */; readonly progress: number }
  | { readonly state: 'done' }
  | { readonly state: 'failed' }

/**
 * Generates 3D models in tasks: `preview`, then `refine`; for a rigged model `pose`, `check`, `rig`, `animate`. All methods
 * throw a ModelServiceError when the service fails, and the signal's reason when it aborts.
 */
export interface ModelService {
  readonly name: string
  /** The first poll returns the finished model, without intermediate states. */
  readonly isSynchronous: boolean
  /** Starts a task; resolves with its id at the service. */
  startTask(request: StepRequest, signal: AbortSignal): Promise<string>
  poll(task: ModelTask, signal: AbortSignal): Promise<TaskReport>
  /** A file of a finished task; undefined when the service has none. */
  fetch(task: ModelTask, part: ModelPart, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>
}

/** `refused`: a retry does not help; `unreachable`: it may help; `exhausted`: it helps after a time. */
type ServiceErrorReason = 'refused' | 'unreachable' | 'exhausted'
type ModelServiceErrorOptions = ErrorOptions & { readonly retryAfterSeconds?: number | undefined }

/** A failure of the service. The message is a fixed sentence, because services repeat keys and prompts. */
export class ModelServiceError extends BoundedError {
  override readonly name = 'ModelServiceError'
  readonly retryAfterSeconds: number | undefined

  constructor(
    readonly reason: ServiceErrorReason,
    message: string,
    options: ModelServiceErrorOptions = {},
  ) {
    super(message, options)
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
