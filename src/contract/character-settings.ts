import { Type } from 'typebox'
import { NullableOneOf, NullableString, OneOf } from './shared.js'

export const VERBOSITIES = ['short', 'medium', 'long'] as const
export const DELIVERY_MODES = ['STABLE', 'BALANCED', 'CREATIVE'] as const

const PROVIDER = 'A provider that this server has. Any other name, such as `default`, takes the default'
export const MODEL = 'A model of this provider; `default` takes the default'

export const PersonaSettingsSchema = Type.Object({
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      default: 'New Character',
      description: 'What it is called',
    }),
  ),
  tagline: Type.Optional(
    NullableString({
      maxLength: 500,
      default: null,
      description: 'One line under the name, for people',
    }),
  ),
  personality: Type.Optional(
    NullableString({
      maxLength: 5000,
      default: null,
      description: 'How it is and speaks; part of the prompt',
    }),
  ),
  background: Type.Optional(
    NullableString({
      maxLength: 32000,
      default: null,
      description: 'Its story and what it knows; part of the prompt',
    }),
  ),
  system_prompt: Type.Optional(
    NullableString({
      default: null,
      description: 'Replaces the prompt that is made of name, personality and background',
    }),
  ),
})

export const LlmSettingsSchema = Type.Object({
  provider: Type.Optional(Type.String({ default: 'default', description: PROVIDER })),
  model: Type.Optional(Type.String({ default: 'default', description: MODEL })),
  temperature: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 2,
      default: 0.7,
      description: 'The higher, the less predictable',
    }),
  ),
  max_tokens: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 4096, default: 2048, description: 'The longest reply' }),
  ),
  verbosity: Type.Optional(
    OneOf(VERBOSITIES, { default: 'medium', description: 'How long replies should be' }),
  ),
})

export const TtsSettingsSchema = Type.Object({
  provider: Type.Optional(Type.String({ default: 'default', description: PROVIDER })),
  model: Type.Optional(Type.String({ default: 'default', description: MODEL })),
  voice: Type.Optional(
    NullableString({ default: null, description: 'A voice of this provider; null: none, text only' }),
  ),
  speed: Type.Optional(
    Type.Number({ minimum: 0.5, maximum: 2, default: 1, description: '2 is twice as fast' }),
  ),
  delivery_mode: Type.Optional(
    NullableOneOf(DELIVERY_MODES, {
      default: null,
      description: 'For models that know it; others ignore it',
    }),
  ),
})

export const SttSettingsSchema = Type.Object({
  provider: Type.Optional(Type.String({ default: 'default', description: PROVIDER })),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$', default: 'en', description: 'ISO 639-1' })),
})

export const VadSettingsSchema = Type.Object({
  sensitivity: Type.Optional(
    Type.Number({
      ...{ minimum: 0, maximum: 1, default: 0.5 },
      description: 'How quiet a sound is still taken for speech; 1: the quietest',
    }),
  ),
  min_speech_duration_ms: Type.Optional(
    Type.Integer({
      ...{ minimum: 50, maximum: 2000, default: 250 },
      description: 'Shorter sounds do not interrupt the character',
    }),
  ),
})
