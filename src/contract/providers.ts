import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { ErrorBodySchema, NullableString, OneOf, Ref } from './shared.js'

export const PROVIDER_ROLES = ['llm', 'tts', 'stt', 'vision', 'embeddings'] as const

export const ProviderStatusSchema = Type.Object(
  {
    role: OneOf(PROVIDER_ROLES),
    name: Type.String(),
    kind: Type.String(),
    isDefault: Type.Boolean({ description: 'Of characters that name no other' }),
    address: NullableString({ description: 'Null: built in' }),
    model: NullableString({ description: 'Of characters that name no other; null: none, or not known yet' }),
    isModelChosen: Type.Boolean({ description: 'The provider was asked, because no model is configured' }),
    status: OneOf(['ok', 'failed', 'unchecked', 'built_in'], {
      description:
        '`ok`: it answered the question for its models just now; `unchecked`: something answered that has no list of models',
    }),
    ms: Type.Optional(Type.Integer({ description: 'How long its answer took; missing: it was not asked' })),
    models: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Those that can do this, the best choice first; null: it does not list them',
    }),
    offers: Type.Optional(
      Type.Array(
        Type.Object({
          role: OneOf([...PROVIDER_ROLES, 'other']),
          models: Type.Array(Type.String()),
        }),
        { description: 'All of its models by what they can do, as far as that is known' },
      ),
    ),
    problem: NullableString(),
    hint: NullableString({ description: 'What to do about the problem' }),
  },
  { $id: 'ProviderStatus' },
)
export type ProviderStatus = Static<typeof ProviderStatusSchema>

export const ServerSettingSchema = Type.Object(
  {
    key: Type.String(),
    value: Type.String({ description: 'Without secrets' }),
    source: Type.String({ description: 'A flag, an environment variable, a file, or `default`' }),
  },
  { $id: 'ServerSetting' },
)
export type ServerSetting = Static<typeof ServerSettingSchema>

const refusals = { 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema) }

export const checkProviders = operation({
  method: 'GET',
  url: '/api/control/v1/local/providers',
  config: { credential: 'staff' },
  schema: {
    operationId: 'checkProviders',
    summary: 'Ask each configured provider which models it has, which costs nothing, and tell what answered',
    tags: ['local'],
    response: { 200: Type.Object({ providers: Type.Array(Ref(ProviderStatusSchema)) }), ...refusals },
  },
})

export const listSettings = operation({
  method: 'GET',
  url: '/api/control/v1/local/settings',
  config: { credential: 'staff' },
  schema: {
    operationId: 'listSettings',
    summary: 'List the settings in force and where each comes from; secrets are masked',
    tags: ['local'],
    response: { 200: Type.Object({ settings: Type.Array(Ref(ServerSettingSchema)) }), ...refusals },
  },
})
