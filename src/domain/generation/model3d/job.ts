import type { ModelJob, ModelOrder } from '../../characters/model-job.js'
import type { CharacterRecord } from '../../characters/record.js'
import { firstStage, STAGES } from './stages.js'

/** A model of the character is being made. */
export const hasActiveJob = ({ model_job }: Pick<CharacterRecord, 'model_job'>): boolean =>
  model_job !== null && !model_job.isFailed

type NewJobInput = {
  readonly id: string
  readonly provider: string
  readonly order: ModelOrder
  /** ISO 8601. */
  readonly now: string
}

/** A job whose first task has still to be begun. */
export function newJob({ id, provider, order, now }: NewJobInput): ModelJob {
  const stage = firstStage(order.rigged)
  return {
    id,
    provider,
    order,
    stage,
    isFailed: false,
    step: order.rigged ? 'pose' : 'preview',
    task: null,
    before: null,
    progress: STAGES[stage].from,
    hasPreview: false,
    hasThumbnail: false,
    startedAt: now,
    begunAt: now,
    heardAt: now,
  }
}

/** What a character says whose model is being made so. What it had stays until the new one is there. */
export const withJob = (record: CharacterRecord, job: ModelJob, now: string): CharacterRecord => ({
  ...record,
  model_job: job,
  model_status: job.isFailed ? 'failed' : job.stage,
  updated_at: now,
})
