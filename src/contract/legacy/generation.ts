import { type Static, Type } from 'typebox'
import * as generation from '../generation.js'
import * as models from '../models.js'
import { operation } from '../operation.js'
import { Ref } from '../shared.js'
import { AgentSchema } from './agents.js'
import { type LegacyRoute, legacyOperation } from './operation.js'

const { ttsProvider, useDefaultVoice, appearancePrompt, voicePrompt, personaPrompt } =
  generation.FromImageOptionsSchema.properties

const OPTIONS = {
  tts_provider: ttsProvider,
  use_default_voice: useDefaultVoice,
  appearance_prompt: appearancePrompt,
  voice_prompt: voicePrompt,
  persona_prompt: personaPrompt,
}

/** The text fields of a legacy form with an image. */
export const AgentFromImageOptionsSchema = Type.Object(OPTIONS)

export const AgentFromImageSchema = Type.Object(
  {
    image: generation.ImageTextSchema,
    mime_type: Type.Optional(generation.ImageTypeSchema),
    ...OPTIONS,
  },
  { $id: 'AgentFromImage' },
)
export type AgentFromImage = Static<typeof AgentFromImageSchema>

const { 201: _, ...refusals } = generation.createFromImage.schema.response

export const createAgentFromImage = operation({
  ...generation.createFromImage,
  url: '/api/generate/image-to-character',
  form: {
    fields: AgentFromImageOptionsSchema,
    files: generation.GENERATION_IMAGE_FILES,
    required: ['image'],
  },
  schema: {
    ...generation.createFromImage.schema,
    ...legacyOperation('createAgentFromImage'),
    body: Ref(AgentFromImageSchema),
    response: { 200: Ref(AgentSchema), ...refusals },
  },
})

export const StartedAgentModelSchema = Type.Object(
  {
    agentId: Type.String(),
    modelStatus: Type.String(),
    rigged: Type.Boolean(),
    taskId: Type.String({ description: 'An id of this server, which no route accepts' }),
  },
  { $id: 'StartedAgentModel' },
)

const { 202: __, ...refusalsToStart } = models.startModel.schema.response

export const startAgentModel = operation({
  ...models.startModel,
  url: '/api/generate/:characterId/generate-model',
  schema: {
    ...models.startModel.schema,
    ...legacyOperation('startAgentModel'),
    response: { 200: Ref(StartedAgentModelSchema), ...refusalsToStart },
  },
})

export const getAgentModelStatus = operation({
  ...models.getModelStatus,
  url: '/api/generate/:characterId/model-status',
  schema: { ...models.getModelStatus.schema, ...legacyOperation('getAgentModelStatus') },
})

/** The legacy paths of generation. */
export const legacyGenerationTable: readonly LegacyRoute[] = [
  {
    operation: createAgentFromImage,
    successor: generation.createFromImage,
    renamedBody: {
      mime_type: 'mimeType',
      tts_provider: 'ttsProvider',
      use_default_voice: 'useDefaultVoice',
      appearance_prompt: 'appearancePrompt',
      voice_prompt: 'voicePrompt',
      persona_prompt: 'personaPrompt',
    },
    answer: {
      was: '`200` with an agent, fields in camelCase',
      is: '`201` with a Character, fields in snake_case',
    },
  },
  {
    operation: startAgentModel,
    successor: models.startModel,
    answer: {
      was: '`200` with `agentId` and `taskId`',
      is: '`202` with `{characterId, modelStatus, rigged}`',
    },
  },
  {
    operation: getAgentModelStatus,
    successor: models.getModelStatus,
    answer: { was: '`completed` at the end', is: '`ready` at the end' },
  },
]
