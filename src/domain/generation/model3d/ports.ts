import { BoundedError } from '../../../contract/bounded-error.js'
import type { ModelOrder, ModelStep } from '../../characters/model-job.js'

/** A file that a task gives: binary glTF, or for the thumbnail a PNG. */
export type ModelPart = 'preview' | 'model' | 'thumbnail'

export type StepRequest = {
  readonly order: ModelOrder
  readonly step: ModelStep
  /** The task of the step before; null for the first. */
  readonly before: string | null
}

/** A task that was begun. */
export type ModelTask = {
  readonly order: ModelOrder
  readonly step: ModelStep
  /** What the service calls it; nobody else is told. */
  readonly task: string
  readonly begunAt: Date
}

export type TaskReport =
  | { readonly state: 'running' /** Percent, 0 to 100. */; readonly progress: number }
  | { readonly state: 'done' }
  | { readonly state: 'failed' }

/**
 * Makes 3D models, task by task: `preview`, then `refine`; of a rigged model `pose`, `check`, `rig`, `animate`. All of
 * it throws a ModelServiceError when the service does not do as asked, and the signal's reason when that aborts.
 */
export interface ModelService {
  readonly name: string
  /** Whoever asks for a model gets it with the next question, without the states between. */
  readonly isSynchronous: boolean
  /** Starts a task; resolves with what the service calls it. */
  startTask(request: StepRequest, signal: AbortSignal): Promise<string>
  poll(task: ModelTask, signal: AbortSignal): Promise<TaskReport>
  /** A file of a task that is done; undefined when the service has none. */
  fetch(task: ModelTask, part: ModelPart, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>
}

/** `refused`: asking again would not help; `unreachable`: it might; `exhausted`: it will, later. */
type ServiceErrorReason = 'refused' | 'unreachable' | 'exhausted'
type ModelServiceErrorOptions = ErrorOptions & { readonly retryAfterSeconds?: number | undefined }

/** The service did not do as asked. Its message is a fixed sentence: services repeat keys and prompts. */
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
