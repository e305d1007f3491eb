import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { OrganizationSchema } from './organizations.js'
import { SCOPES, type Scope } from './scopes.js'
import { EmailSchema, ErrorBodySchema, NullableString, Ref, Timestamp } from './shared.js'

/** The local control plane, with functions of the hosted service's dashboard (camelCase, under `/api/control/v1`). */
const BASE = '/api/control/v1'

export const AccountSchema = Type.Object({ id: Type.String(), email: Type.String() }, { $id: 'Account' })
export type Account = Static<typeof AccountSchema>

const ScopeSchema = Type.Unsafe<Scope>({ enum: [...SCOPES] })

export const ApiKeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    preview: Type.String({ description: 'The first characters of the key' }),
    scopes: Type.Array(ScopeSchema),
    createdAt: Timestamp(),
    lastUsedAt: NullableString(),
  },
  { $id: 'ApiKey' },
)
export type ApiKey = Static<typeof ApiKeySchema>

/** The default lifetime of an ID token, in seconds. */
export const ID_TOKEN_SECONDS = 3600
/** The maximum lifetime of an ID token, in seconds. */
export const ID_TOKEN_SECONDS_MAX = 86_400

/** The header that carries the secret of a local server, which is new at each start. */
export const LOCAL_SECRET_HEADER = 'X-Parley-Local'

export const issueIdToken = operation({
  method: 'POST',
  url: `${BASE}/identity/token`,
  config: { credential: 'local' },
  schema: {
    operationId: 'issueIdToken',
    summary: 'Issue an ID token for an account, created on first use; loopback only, with the local secret',
    tags: ['control'],
    body: Type.Object(
      {
        email: EmailSchema,
        expiresIn: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: ID_TOKEN_SECONDS_MAX,
            default: ID_TOKEN_SECONDS,
            description: 'Seconds',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({ idToken: Type.String(), expiresAt: Timestamp(), account: Ref(AccountSchema) }),
      401: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

export const getMe = operation({
  method: 'GET',
  url: `${BASE}/me`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'getMe',
    summary: 'Get the account of the ID token',
    tags: ['control'],
    response: {
      200: Type.Object({
        account: Ref(AccountSchema),
        organizations: Type.Array(Ref(OrganizationSchema), {
          description: 'Those of which it is an active member',
        }),
      }),
      401: Ref(ErrorBodySchema),
    },
  },
})

export const createKey = operation({
  method: 'POST',
  url: `${BASE}/keys`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'createKey',
    summary: 'Create an API key; the key itself is shown only here',
    tags: ['control'],
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 100 }),
        scopes: Type.Optional(Type.Array(ScopeSchema, { minItems: 1, description: 'Absent: every scope' })),
      },
      { additionalProperties: false },
    ),
    response: {
      201: Type.Object({
        id: Type.String(),
        name: Type.String(),
        key: Type.String(),
        scopes: Type.Array(ScopeSchema),
        createdAt: Timestamp(),
      }),
      401: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

export const listKeys = operation({
  method: 'GET',
  url: `${BASE}/keys`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'listKeys',
    summary: 'List the API keys of the account, newest first',
    tags: ['control'],
    response: { 200: Type.Object({ keys: Type.Array(Ref(ApiKeySchema)) }), 401: Ref(ErrorBodySchema) },
  },
})

export const revokeKey = operation({
  method: 'DELETE',
  url: `${BASE}/keys/:keyId`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'revokeKey',
    summary: 'Revoke an API key at once',
    description: 'Kept: what was made with it. The key cannot be revived.',
    tags: ['control'],
    params: Type.Object({ keyId: Type.String() }),
    response: { 204: Type.Null(), 401: Ref(ErrorBodySchema), 404: Ref(ErrorBodySchema) },
  },
})

export const ClockStateSchema = Type.Object(
  { now: Timestamp(), frozen: Type.Boolean() },
  { $id: 'ClockState' },
)
export type ClockState = Static<typeof ClockStateSchema>

export const getClock = operation({
  method: 'GET',
  url: `${BASE}/local/clock`,
  config: { credential: 'staff' },
  schema: {
    operationId: 'getClock',
    summary: 'Read the server clock',
    tags: ['control'],
    response: { 200: Ref(ClockStateSchema), 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema) },
  },
})

export const setClock = operation({
  method: 'POST',
  url: `${BASE}/local/clock`,
  config: { credential: 'staff' },
  schema: {
    operationId: 'setClock',
    summary: 'Set, advance, freeze or release the server clock; what falls due runs before the answer',
    tags: ['control'],
    body: Type.Object(
      {
        set: Type.Optional(Type.String({ format: 'date-time' })),
        advance: Type.Optional(
          Type.String({ maxLength: 100, description: 'ISO 8601 duration, such as PT1H30M or P1M' }),
        ),
        frozen: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Ref(ClockStateSchema),
      401: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

export const resetServer = operation({
  method: 'POST',
  url: `${BASE}/local/reset`,
  config: { credential: 'staff' },
  schema: {
    operationId: 'resetServer',
    summary: 'Go back to the state right after the start',
    tags: ['control'],
    response: { 204: Type.Null(), 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema) },
  },
})
