import { type Static, Type } from 'typebox'
import {
  DELIVERY_MODES,
  LlmSettingsSchema,
  MODEL,
  PersonaSettingsSchema,
  SttSettingsSchema,
  TtsSettingsSchema,
  VadSettingsSchema,
  VERBOSITIES,
} from './character-settings.js'
import { operation } from './operation.js'
import {
  CharacterParams,
  ErrorBodySchema,
  NullableArray,
  NullableOneOf,
  NullableString,
  OneOf,
  Ref,
  Timestamp,
} from './shared.js'

export const LAUNCH_STATUSES = ['stopped', 'starting', 'running'] as const
export const PARAMETER_TYPES = ['string', 'number', 'boolean'] as const

export const ActionParameterSchema = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    type: Type.Optional(OneOf(PARAMETER_TYPES, { default: 'string' })),
    required: Type.Optional(Type.Boolean({ default: false })),
    description: Type.Optional(NullableString()),
  },
  { $id: 'ActionParameter' },
)
export type ActionParameter = Static<typeof ActionParameterSchema>

export const ActionSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9_]*$', description: 'snake_case' }),
    description: Type.Optional(Type.String()),
    parameters: Type.Optional(Type.Array(Ref(ActionParameterSchema))),
  },
  { $id: 'Action' },
)
export type Action = Static<typeof ActionSchema>

export const CharacterSchema = Type.Object(
  {
    id: Type.String({ description: 'Use as character_id' }),
    name: Type.String(),
    tagline: NullableString(),
    personality: NullableString(),
    background: NullableString(),
    appearance: NullableString(),
    avatar: NullableString(),
    source_image_url: NullableString(),
    system_prompt: NullableString(),
    tts_provider: Type.String(),
    tts_model: Type.String(),
    tts_voice: NullableString(),
    generated_voice_id: NullableString(),
    tts_speed: Type.Number(),
    tts_delivery_mode: NullableOneOf(DELIVERY_MODES),
    vlm_model: Type.String(),
    llm_provider: Type.String(),
    llm_model: Type.String(),
    llm_temperature: Type.Number(),
    llm_max_tokens: Type.Integer(),
    llm_verbosity: OneOf(VERBOSITIES),
    stt_provider: Type.String(),
    stt_language: Type.String(),
    vad_sensitivity: Type.Number(),
    vad_min_speech_duration_ms: Type.Integer(),
    text_only: Type.Boolean({ description: 'TTS disabled' }),
    verbose: Type.Boolean(),
    actions: Type.Array(Ref(ActionSchema)),
    is_public: Type.Boolean(),
    is_active: Type.Boolean({ description: 'Currently running' }),
    launch_status: OneOf(LAUNCH_STATUSES),
    player_id: NullableString({ description: 'Owning player; null: created by a developer' }),
    model_status: NullableString(),
    model_url: NullableString(),
    model_preview_url: NullableString({ description: 'Low-poly preview of a generated model' }),
    model_rigged: Type.Boolean({ description: 'The model is skinned and has animation clips' }),
    model_animations: Type.Array(Type.String(), { description: 'Names of its clips' }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { $id: 'Character' },
)
export type Character = Static<typeof CharacterSchema>

/** The body of both create and update. Unknown keys are ignored. */
export const CharacterConfigSchema = Type.Object(
  {
    persona: Type.Optional(PersonaSettingsSchema),
    llm: Type.Optional(LlmSettingsSchema),
    tts: Type.Optional(TtsSettingsSchema),
    stt: Type.Optional(SttSettingsSchema),
    vad: Type.Optional(VadSettingsSchema),
    vlm: Type.Optional(
      Type.Object({ model: Type.Optional(Type.String({ default: 'default', description: MODEL })) }),
    ),
    appearance: Type.Optional(
      NullableString({
        maxLength: 750,
        default: null,
        description: 'How it looks, in words: a 3D model is made of them',
      }),
    ),
    text_only: Type.Optional(Type.Boolean({ description: 'Inferred from the voice when omitted' })),
    verbose: Type.Optional(
      Type.Boolean({ default: false, description: 'Replies also describe gestures, as `*nods*`' }),
    ),
    is_public: Type.Optional(
      Type.Boolean({ default: false, description: 'Kept and returned; it gives nobody access' }),
    ),
    avatar: Type.Optional(
      NullableString({ default: null, description: 'URL of a picture; a file goes to `PUT …/avatar`' }),
    ),
    actions: Type.Optional(
      NullableArray(Ref(ActionSchema), {
        default: null,
        description: 'What it can have the client do while it talks',
      }),
    ),
    document_ids: Type.Optional(
      NullableArray(Type.String(), {
        default: null,
        description: 'Ids of documents that are ready, which it knows from then on',
      }),
    ),
  },
  { $id: 'CharacterConfig' },
)
export type CharacterConfig = Static<typeof CharacterConfigSchema>

export const CharacterPageSchema = Type.Object(
  {
    characters: Type.Array(Ref(CharacterSchema)),
    total: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
  },
  { $id: 'CharacterPage' },
)

export const createCharacter = operation({
  method: 'POST',
  url: '/api/v1/characters',
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'createCharacter',
    summary: 'Create a character',
    tags: ['characters'],
    body: Ref(CharacterConfigSchema),
    response: { 201: Ref(CharacterSchema), 422: Ref(ErrorBodySchema) },
  },
})

export const listCharacters = operation({
  method: 'GET',
  url: '/api/v1/characters',
  config: { scope: 'characters:read' },
  schema: {
    operationId: 'listCharacters',
    summary: 'List characters, newest first',
    tags: ['characters'],
    querystring: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Substring of name, tagline or id' })),
    }),
    response: { 200: Ref(CharacterPageSchema), 422: Ref(ErrorBodySchema) },
  },
})

export const getCharacter = operation({
  method: 'GET',
  url: '/api/v1/characters/:characterId',
  config: { scope: 'characters:read', sessions: true },
  schema: {
    operationId: 'getCharacter',
    summary: 'Get one character',
    tags: ['characters'],
    params: CharacterParams,
    response: { 200: Ref(CharacterSchema), 404: Ref(ErrorBodySchema) },
  },
})

export const updateCharacter = operation({
  method: 'PUT',
  url: '/api/v1/characters/:characterId',
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'updateCharacter',
    summary: 'Change the given fields of a character',
    tags: ['characters'],
    params: CharacterParams,
    body: Ref(CharacterConfigSchema),
    response: {
      200: Ref(CharacterSchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

export const deleteCharacter = operation({
  method: 'DELETE',
  url: '/api/v1/characters/:characterId',
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'deleteCharacter',
    summary: 'Delete a character with all that belongs to it',
    description:
      'Deleted with it: its conversations and messages, its memories of all players, its documents, share links, encounters, picture and 3D model. Kept: what other characters remember of it; if it belongs to an organization, those outside that forget it, too. This cannot be undone.',
    tags: ['characters'],
    params: CharacterParams,
    response: {
      200: Type.Object({ deleted: Type.Boolean(), id: Type.String() }),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
    },
  },
})
