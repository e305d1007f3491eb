import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import {
  CharacterParams,
  ErrorBodySchema,
  NullableInteger,
  NullableString,
  OneOf,
  PLAYER_ID_MAX,
  PlayerParams,
  Ref,
} from './shared.js'

export const ROLES = ['user', 'assistant'] as const
export const CONVERSATION_ORDERS = ['last_activity', 'created_at', 'message_count', 'player_id'] as const

export const ConversationSchema = Type.Object(
  {
    id: Type.String(),
    characterId: Type.String(),
    playerId: Type.String({ maxLength: PLAYER_ID_MAX }),
    apiKeyId: NullableString(),
    createdAt: NullableString(),
    lastActivity: NullableString(),
    messageCount: NullableInteger(),
    lastMemoryExtractionAt: NullableString(),
  },
  { $id: 'Conversation' },
)
export type Conversation = Static<typeof ConversationSchema>

export const MessageSchema = Type.Object(
  {
    id: Type.Integer(),
    conversationId: Type.String(),
    role: OneOf(ROLES),
    content: Type.String(),
    speaker: NullableString({ description: 'Display name in shared multi-person conversations' }),
    timestamp: NullableString(),
    imageUrl: NullableString({ description: 'Image the player sent' }),
    imageDescription: NullableString({ description: 'What the character saw' }),
  },
  { $id: 'Message' },
)
export type Message = Static<typeof MessageSchema>

const BASE = '/api/v1/characters/:characterId/players'

export const conversationStats = operation({
  method: 'GET',
  url: `${BASE}/stats`,
  config: { scope: 'conversations:read' },
  schema: {
    operationId: 'conversationStats',
    summary: 'Count the conversations and messages of a character',
    tags: ['conversations'],
    params: CharacterParams,
    response: {
      200: Type.Object({
        totalConversations: Type.Integer(),
        totalMessages: Type.Integer(),
        firstActivity: NullableString(),
        lastActivity: NullableString(),
      }),
      404: Ref(ErrorBodySchema),
    },
  },
})

export const listConversations = operation({
  method: 'GET',
  url: BASE,
  config: { scope: 'conversations:read' },
  schema: {
    operationId: 'listConversations',
    summary: 'List the conversations of a character',
    tags: ['conversations'],
    params: CharacterParams,
    querystring: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      sortBy: Type.Optional(OneOf(CONVERSATION_ORDERS, { default: 'last_activity' })),
      sortOrder: Type.Optional(OneOf(['asc', 'desc'], { default: 'desc' })),
      playerSearch: Type.Optional(Type.String({ maxLength: PLAYER_ID_MAX })),
      minMessages: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    response: {
      200: Type.Object({
        conversations: Type.Array(Ref(ConversationSchema)),
        total: Type.Integer(),
        limit: Type.Integer(),
        offset: Type.Integer(),
        sortBy: OneOf(CONVERSATION_ORDERS),
        sortOrder: OneOf(['asc', 'desc']),
      }),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

export const getConversation = operation({
  method: 'GET',
  url: `${BASE}/:playerId`,
  config: { scope: 'conversations:read' },
  schema: {
    operationId: 'getConversation',
    summary: 'Get the conversation of one player with a character',
    tags: ['conversations'],
    params: PlayerParams,
    response: { 200: Ref(ConversationSchema), 404: Ref(ErrorBodySchema), 422: Ref(ErrorBodySchema) },
  },
})

export const listMessages = operation({
  method: 'GET',
  url: `${BASE}/:playerId/messages`,
  config: { scope: 'conversations:read' },
  schema: {
    operationId: 'listMessages',
    summary: 'Read the messages of one player, newest page first, chronological within a page',
    tags: ['conversations'],
    params: PlayerParams,
    querystring: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
      page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
    }),
    response: {
      200: Type.Object({
        messages: Type.Array(Ref(MessageSchema)),
        pagination: Type.Object({
          page: Type.Integer(),
          limit: Type.Integer(),
          total: Type.Integer(),
          hasMore: Type.Boolean(),
        }),
      }),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

export const deleteConversation = operation({
  method: 'DELETE',
  url: `${BASE}/:playerId`,
  config: { scope: 'conversations:write' },
  schema: {
    operationId: 'deleteConversation',
    summary: 'Delete the conversation of one player, and all memories of the player',
    description:
      'Deleted with it: its messages and pictures, and all that the character remembers of this player. Kept: the character, and other players. This cannot be undone.',
    tags: ['conversations'],
    params: PlayerParams,
    response: { 204: Type.Null(), 404: Ref(ErrorBodySchema), 422: Ref(ErrorBodySchema) },
  },
})
