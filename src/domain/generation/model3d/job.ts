import type { ModelStage } from '../../../contract/models.js'
import type { ModelJob, ModelOrder, ModelStep } from '../../characters/model-job.js'
import type { CharacterRecord } from '../../characters/record.js'
import type { ModelPart } from './ports.js'

/** Whether a model of the character is being generated. */
export const hasActiveJob = ({ model_job }: Pick<CharacterRecord, 'model_job'>): boolean =>
  model_job !== null && !model_job.isFailed

type NewJobInput = {
  readonly id: string
  readonly provider: string
  readonly order: ModelOrder
  /** ISO 8601. */
  readonly now: string
}

/** A job whose first task has not been started. */
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

/** The character with this job. The previous model stays until the new one is finished. */
export const withJob = (record: CharacterRecord, job: ModelJob, now: string): CharacterRecord => ({
  ...record,
  model_job: job,
  model_status: job.isFailed ? 'failed' : job.stage,
  updated_at: now,
})

type StageDefinition = {
  /** The task of this stage; null: none, the next poll advances to the next stage. */
  readonly step: ModelStep | null
  /** The files to fetch when the task is finished. */
  readonly parts: readonly ModelPart[]
  readonly next: ModelStage | 'ready'
  /** Overall percentage at the start and at the end of the stage. */
  readonly from: number
  readonly to: number
}

/** docs/rest.md, 3D models. */
export const STAGES: Readonly<Record<ModelStage, StageDefinition>> = {
  generating: { step: 'preview', parts: ['preview'], next: 'preview_ready', from: 0, to: 50 },
  preview_ready: { step: null, parts: [], next: 'refining', from: 50, to: 55 },
  refining: { step: 'refine', parts: ['thumbnail', 'model'], next: 'ready', from: 55, to: 100 },
  posing: { step: 'pose', parts: ['preview'], next: 'rig_checking', from: 0, to: 30 },
  rig_checking: { step: 'check', parts: ['thumbnail'], next: 'rigging', from: 30, to: 55 },
  rigging: { step: 'rig', parts: [], next: 'animating', from: 55, to: 80 },
  animating: { step: 'animate', parts: ['model'], next: 'ready', from: 80, to: 100 },
}

export const firstStage = (rigged: boolean): ModelStage => (rigged ? 'posing' : 'generating')

/** The overall percentage for the progress of the current task; never falls, and stays below the stage's end. */
export function overallProgress(
  { stage, progress }: Pick<ModelJob, 'stage' | 'progress'>,
  taskProgress: number,
): number {
  const { from, to } = STAGES[stage]
  const share = Math.min(100, Math.max(0, taskProgress)) / 100
  return Math.max(progress, Math.min(to - 1, Math.floor(from + (to - from) * share)))
}
