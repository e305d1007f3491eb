import { type Static, Type } from 'typebox'
import { MODEL_STAGES } from '../../contract/models.js'
import { NullableString, OneOf, Timestamp } from '../../contract/shared.js'

/** What a model service is asked to make: as the character was when somebody asked. */
export const ModelOrderSchema = Type.Object({
  appearance: Type.String(),
  palette: Type.Array(Type.String(), {
    description: 'Colours of the avatar as #rrggbb, the largest share first',
  }),
  rigged: Type.Boolean(),
})
export type ModelOrder = Static<typeof ModelOrderSchema>

/** The tasks that a model is made by. */
export const MODEL_STEPS = ['preview', 'refine', 'pose', 'check', 'rig', 'animate'] as const
export type ModelStep = (typeof MODEL_STEPS)[number]

/** A model that is being made, or could not be. It leaves no answer of the server. */
export const ModelJobSchema = Type.Object({
  id: Type.String(),
  provider: Type.String({ description: 'Name of the service that makes it; no other knows its tasks' }),
  order: ModelOrderSchema,
  stage: OneOf(MODEL_STAGES),
  isFailed: Type.Boolean({ description: 'It failed at its stage' }),
  step: OneOf(MODEL_STEPS, { description: 'The newest task' }),
  task: NullableString({ description: 'What the service calls that task; null: it has not been begun yet' }),
  before: NullableString({ description: 'The task before that one' }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  hasPreview: Type.Boolean({ description: 'The preview of the character is that of this job' }),
  hasThumbnail: Type.Boolean(),
  startedAt: Timestamp(),
  begunAt: Timestamp(),
  heardAt: Timestamp(),
})
export type ModelJob = Static<typeof ModelJobSchema>
