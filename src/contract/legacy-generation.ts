import { type Static, Type } from 'typebox'
import { AgentSchema } from './agents.js'
import * as generation from './generation.js'
import { type LegacyRow, old } from './old-path.js'
import { operation } from './operation.js'
import { Ref } from './shared.js'

const { ttsProvider, useDefaultVoice, appearancePrompt, voicePrompt, personaPrompt } =
  generation.FromImageOptionsSchema.properties

const OPTIONS = {
  tts_provider: ttsProvider,
  use_default_voice: useDefaultVoice,
  appearance_prompt: appearancePrompt,
  voice_prompt: voicePrompt,
  persona_prompt: personaPrompt,
}

/** The text fields of an old form with a picture. */
export const AgentFromImageOptionsSchema = Type.Object(OPTIONS)

export const AgentFromImageSchema = Type.Object(
  {
    image: generation.PictureTextSchema,
    mime_type: Type.Optional(generation.PictureTypeSchema),
    ...OPTIONS,
  },
  { $id: 'AgentFromImage' },
)
export type AgentFromImage = Static<typeof AgentFromImageSchema>

const { 201: _, ...refusals } = generation.createFromImage.schema.response

export const createAgentFromImage = operation({
  ...generation.createFromImage,
  url: '/api/generate/image-to-character',
  form: { fields: AgentFromImageOptionsSchema, files: generation.PICTURE_FILES },
  schema: {
    ...generation.createFromImage.schema,
    ...old('createAgentFromImage'),
    body: Ref(AgentFromImageSchema),
    response: { 200: Ref(AgentSchema), ...refusals },
  },
})

/** The old paths of generation. */
export const generationRows: readonly LegacyRow[] = [
  {
    operation: createAgentFromImage,
    successor: generation.createFromImage,
    body: { was: 'fields in snake_case', is: 'fields in camelCase' },
    answer: { was: '200 with a camelCase agent', is: '201 with a snake_case Character' },
  },
]
