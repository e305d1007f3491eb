import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { CharacterParams, ErrorBodySchema, LimitRef, NullableString, Ref } from './shared.js'

/** The states of a static model that is being made, in order; after the last it is `ready` (docs/rest.md, 3D models). */
export const STATIC_STAGES = ['generating', 'preview_ready', 'refining'] as const
/** The same of a rigged one (docs/rest.md, 3D models). */
export const RIGGED_STAGES = ['posing', 'rig_checking', 'rigging', 'animating'] as const
export const MODEL_STAGES = [...STATIC_STAGES, ...RIGGED_STAGES] as const
/** A state in which a model is being made. */
export type ModelStage = (typeof MODEL_STAGES)[number]

/** What a finished model is called: `ready` by the contract, while published SDKs wait for `completed`. */
export type FinalModelState = 'ready' | 'completed'

/** How the canonical routes call it; `auto`: `completed` to a client that names itself as an SDK, else `ready`. */
export const MODEL_FINAL_STATES = ['auto', 'ready', 'completed'] as const
export type ModelFinalState = (typeof MODEL_FINAL_STATES)[number]

const StartModelSchema = Type.Object({
  rigged: Type.Optional(Type.Boolean({ default: false, description: 'With a skeleton and animation clips' })),
})
export type StartModel = Static<typeof StartModelSchema>

/** The body may be left out: then the model is static. */
export const StartModelBodySchema = Type.Unsafe<StartModel | null>({
  ...StartModelSchema,
  type: ['object', 'null'],
})

export const StartedModelSchema = Type.Object(
  {
    characterId: Type.String(),
    modelStatus: Type.String({ description: '`generating`; of a rigged model `posing`' }),
    rigged: Type.Boolean(),
  },
  { $id: 'StartedModel' },
)
export type StartedModel = Static<typeof StartedModelSchema>

/** Numbers and booleans are never null: some clients fail on that (docs/wire-protocol.md, Typing of answers). */
export const ModelStatusSchema = Type.Object(
  {
    modelStatus: NullableString({
      description: `\`${STATIC_STAGES.join('`, `')}\`, \`ready\`, \`failed\`; of a rigged model \`${RIGGED_STAGES.join('`, `')}\`; null: there was no job. Any other: still in progress`,
    }),
    modelPreviewUrl: NullableString({ description: 'Low-poly GLB; from `preview_ready` on' }),
    modelUrl: NullableString({ description: 'The GLB; at `ready`' }),
    thumbnailUrl: NullableString(),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; never falls during a job' }),
    rigged: Type.Boolean({ description: 'modelUrl is a skinned model with animation clips' }),
    animations: Type.Array(Type.String(), { description: 'Names of its clips' }),
    shown: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What of the description the model shows; absent: none is known',
      }),
    ),
    notShown: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What of the description the model does not show; absent: none is known',
      }),
    ),
  },
  { $id: 'ModelStatus' },
)
export type ModelStatus = Static<typeof ModelStatusSchema>

const URL_OF_MODEL = '/api/v1/characters/:characterId/model'

export const startModel = operation({
  method: 'POST',
  url: URL_OF_MODEL,
  config: { scope: 'generation:write' },
  schema: {
    operationId: 'startModel',
    summary: 'Start to generate a 3D model from the image of a character',
    tags: ['characters'],
    params: CharacterParams,
    body: StartModelBodySchema,
    response: {
      202: Ref(StartedModelSchema),
      400: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('generations'),
      502: Ref(ErrorBodySchema),
      503: Ref(ErrorBodySchema),
    },
  },
})

export const getModelStatus = operation({
  method: 'GET',
  url: URL_OF_MODEL,
  config: { scope: 'generation:read' },
  schema: {
    operationId: 'getModelStatus',
    summary: 'Get the state of the 3D model of a character; each poll advances it',
    tags: ['characters'],
    params: CharacterParams,
    response: { 200: Ref(ModelStatusSchema), 404: Ref(ErrorBodySchema) },
  },
})
