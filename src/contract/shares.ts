import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import {
  CharacterParams,
  ErrorBodySchema,
  LimitRef,
  NullableInteger,
  NullableString,
  OneOf,
  Ref,
  Timestamp,
} from './shared.js'

const BASE = '/api/v1/share'

export const MEMORY_SHARINGS = ['isolated', 'shared'] as const
export type MemorySharing = (typeof MEMORY_SHARINGS)[number]

/** Default lifetime of an expiring share, in seconds (docs/rest.md, Shares). */
export const SHARE_TTL_SECONDS = 86_400
/** Ten years; a longer lifetime should be a permanent share. */
const SHARE_TTL_MAX = 315_360_000
/** A recipient's name must fit into a player id together with its prefix. */
export const RECIPIENT_ID_MAX = 80

export const ShareSchema = Type.Object(
  {
    id: Type.String(),
    token: Type.String({ description: 'The same as id' }),
    characterId: Type.String(),
    createdAt: Timestamp(),
    expiresAt: NullableString({ description: 'ISO 8601, UTC; null: permanent' }),
    memorySharing: OneOf(MEMORY_SHARINGS),
    maxExchanges: NullableInteger({ description: 'Maximum number of redeemers; null: unlimited' }),
    maxInteractions: NullableInteger({
      description: 'Maximum number of chat turns, over all redeemers; null: unlimited',
    }),
    openCount: Type.Integer(),
    lastOpenedAt: NullableString(),
    shareUrl: Type.String(),
    anchorUrl: Type.Optional(
      Type.String({ description: 'Short form for small NFC tags; permanent shares only' }),
    ),
  },
  { $id: 'Share' },
)
export type Share = Static<typeof ShareSchema>

export const CreateShareSchema = Type.Object(
  {
    characterId: Type.String({ description: 'A character of the caller' }),
    permanent: Type.Optional(
      Type.Boolean({ default: false, description: 'true ignores ttl and maxExchanges' }),
    ),
    ttl: Type.Optional(
      Type.Unsafe<number | string | null>({
        type: ['integer', 'string', 'null'],
        minimum: 1,
        maximum: SHARE_TTL_MAX,
        pattern: '^([1-9]\\d{0,8}s|[1-9]\\d{0,6}m|[1-9]\\d{0,4}h|[1-9]\\d{0,3}d)$',
        default: SHARE_TTL_SECONDS,
        description: 'Lifetime of an expiring share: seconds, or a duration such as `24h` or `7d`',
      }),
    ),
    memorySharing: Type.Optional(
      OneOf(MEMORY_SHARINGS, {
        default: 'isolated',
        description: "Whether shared sessions write to the owner's memory",
      }),
    ),
    maxExchanges: Type.Optional(NullableInteger({ minimum: 1, maximum: 2 ** 31 - 1 })),
    maxInteractions: Type.Optional(NullableInteger({ minimum: 1, maximum: 2 ** 31 - 1 })),
  },
  { $id: 'CreateShare' },
)
export type CreateShare = Static<typeof CreateShareSchema>

export const CreatedShareSchema = Type.Object(
  {
    token: Type.String(),
    shareUrl: Type.String(),
    anchorUrl: Type.Optional(Type.String({ description: 'Permanent shares only' })),
    expiresAt: NullableString(),
  },
  { $id: 'CreatedShare' },
)
export type CreatedShare = Static<typeof CreatedShareSchema>

export const SharedCharacterSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    tagline: NullableString(),
    personality: NullableString(),
    avatar: NullableString(),
    modelUrl: NullableString(),
    modelPreviewUrl: NullableString(),
    modelStatus: NullableString(),
    sourceImageUrl: NullableString(),
  },
  { $id: 'SharedCharacter' },
)
export type SharedCharacter = Static<typeof SharedCharacterSchema>

/** What the page of a share shows of its character before the share is redeemed (docs/differences.md, Shares). */
export type SharePreview = Pick<SharedCharacter, 'name' | 'tagline'> & {
  /** A picture that is stored on the same server, and its size in pixels; null: there is none. */
  readonly picture: {
    readonly path: string
    readonly type: string
    readonly width: number
    readonly height: number
  } | null
  /** The path of a picture of the 3D model, stored on the same server; null: there is none. */
  readonly poster: string | null
  /** Whether replies can be heard. */
  readonly speaks: boolean
  /** Whether the server understands people who talk. */
  readonly hears: boolean
}

/** The result of redeeming a share. */
export const ShareSessionSchema = Type.Object(
  {
    sessionToken: Type.String({ description: 'sst_ and 32 characters; valid for one hour; use as api_key' }),
    characterId: Type.String(),
    playerId: Type.String(),
    serverUrl: Type.String({ description: 'The base URL that the client connects to' }),
    character: Ref(SharedCharacterSchema),
    memorySharing: OneOf(MEMORY_SHARINGS),
  },
  { $id: 'ShareSession' },
)
export type ShareSession = Static<typeof ShareSessionSchema>

export const RevokedShareSchema = Type.Object(
  {
    revoked: Type.Boolean(),
    killedSessions: Type.Integer(),
    removedSessionBlobs: Type.Integer({ description: 'Session tokens deleted' }),
  },
  { $id: 'RevokedShare' },
)
export type RevokedShare = Static<typeof RevokedShareSchema>

export const RevokedSharesSchema = Type.Object(
  { ...RevokedShareSchema.properties, revoked: Type.Integer() },
  { $id: 'RevokedShares' },
)
export type RevokedShares = Static<typeof RevokedSharesSchema>

const ShareParams = Type.Object({ shareId: Type.String() })

export const createShare = operation({
  method: 'POST',
  url: BASE,
  config: { scope: 'shares:write', keyAs: 'bearer' },
  schema: {
    operationId: 'createShare',
    summary: 'Share a character by a link; the API key comes as `Authorization: Bearer`',
    tags: ['shares'],
    body: Ref(CreateShareSchema),
    response: {
      201: Ref(CreatedShareSchema),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('shares'),
    },
  },
})

export const openShare = operation({
  method: 'POST',
  url: `${BASE}/:shareId/open`,
  config: { credential: 'none' },
  schema: {
    operationId: 'openShare',
    summary: 'Redeem a permanent share for a session token; the id is the credential',
    tags: ['shares'],
    params: ShareParams,
    response: {
      200: Ref(ShareSessionSchema),
      404: Ref(ErrorBodySchema),
      429: LimitRef('shareOpenings'),
    },
  },
})

export const exchangeShare = operation({
  method: 'POST',
  url: `${BASE}/:shareId/exchange`,
  config: { credential: 'none' },
  schema: {
    operationId: 'exchangeShare',
    summary: 'Redeem an expiring share for a session token; the id is the credential',
    tags: ['shares'],
    params: ShareParams,
    body: Type.Object({
      recipientId: Type.Optional(
        NullableString({
          maxLength: RECIPIENT_ID_MAX,
          description: 'Who redeems it; becomes part of the new player id',
        }),
      ),
    }),
    response: {
      200: Ref(ShareSessionSchema),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('shareOpenings'),
    },
  },
})

export const listShares = operation({
  method: 'GET',
  url: `${BASE}/character/:characterId`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'listShares',
    summary: 'List the shares of a character that are not revoked, newest first',
    tags: ['shares'],
    params: CharacterParams,
    response: {
      200: Type.Object({ shares: Type.Array(Ref(ShareSchema)) }),
      401: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
    },
  },
})

export const revokeShare = operation({
  method: 'DELETE',
  url: `${BASE}/:shareId`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'revokeShare',
    summary: 'Revoke a share: its link, its session tokens and its live sessions end',
    description:
      'Kept: the character, the conversations, and the memories of them. The link cannot be revived.',
    tags: ['shares'],
    params: ShareParams,
    response: { 200: Ref(RevokedShareSchema), 401: Ref(ErrorBodySchema), 404: Ref(ErrorBodySchema) },
  },
})

export const revokeSharesOfKey = operation({
  method: 'DELETE',
  url: `${BASE}/by-api-key/:keyId`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'revokeSharesOfKey',
    summary: 'Revoke every share of the account that was created with this API key',
    description: 'Kept: the characters, the conversations, and the memories of them. No link can be revived.',
    tags: ['shares'],
    params: Type.Object({ keyId: Type.String() }),
    response: { 200: Ref(RevokedSharesSchema), 401: Ref(ErrorBodySchema) },
  },
})
