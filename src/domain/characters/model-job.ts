import { type Static, Type } from 'typebox'
import { MODEL_STAGES } from '../../contract/models.js'
import { NullableString, OneOf, Timestamp } from '../../contract/shared.js'

/** What a model service is to build, from the character at the time of the request. */
export const ModelOrderSchema = Type.Object({
  appearance: Type.String(),
  palette: Type.Array(Type.String(), {
    description: 'Colours of the avatar as #rrggbb, the largest share first',
  }),
  rigged: Type.Boolean(),
})
export type ModelOrder = Static<typeof ModelOrderSchema>

/** The tasks of a model service. */
export const MODEL_STEPS = ['preview', 'refine', 'pose', 'check', 'rig', 'animate'] as const
export type ModelStep = (typeof MODEL_STEPS)[number]

/** A 3D model that is being generated, or that failed. Never part of a response. */
export const ModelJobSchema = Type.Object({
  id: Type.String(),
  provider: Type.String({ description: 'Name of the service that has the tasks' }),
  order: ModelOrderSchema,
  stage: OneOf(MODEL_STAGES),
  isFailed: Type.Boolean({ description: 'The job failed at this stage' }),
  step: OneOf(MODEL_STEPS, { description: 'The newest task' }),
  task: NullableString({ description: 'Id of that task at the service; null: not started yet' }),
  before: NullableString({ description: 'The task before that one' }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  hasPreview: Type.Boolean({ description: 'The preview of the character comes from this job' }),
  hasThumbnail: Type.Boolean(),
  startedAt: Timestamp(),
  begunAt: Timestamp(),
  heardAt: Timestamp(),
})
export type ModelJob = Static<typeof ModelJobSchema>
