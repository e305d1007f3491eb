import { type Static, Type } from 'typebox'
import { ConversationSchema, listConversations } from './conversations.js'
import { operation } from './operation.js'
import { CharacterParams, ErrorBodySchema, Ref } from './shared.js'

/** A player with a stored conversation, stored memories, or both. */
export const PlayerSchema = Type.Object(
  {
    playerId: Type.String(),
    memoryCount: Type.Optional(
      Type.Integer({ description: 'Of any status; absent if the API key lacks the scope memories:read' }),
    ),
    conversation: Type.Union([Ref(ConversationSchema), Type.Null()], {
      description: 'Null: the player has memories only',
    }),
  },
  { $id: 'Player' },
)
export type Player = Static<typeof PlayerSchema>

/** The hosted service lists conversations only, so it omits players with memories only. */
export const listPlayers = operation({
  method: 'GET',
  url: '/api/control/v1/characters/:characterId/players',
  config: { scope: 'conversations:read' },
  schema: {
    operationId: 'listPlayers',
    summary: 'List everyone of whom a character has a conversation or memories',
    tags: ['local'],
    params: CharacterParams,
    querystring: listConversations.schema.querystring,
    response: {
      200: Type.Object({
        players: Type.Array(Ref(PlayerSchema)),
        total: Type.Integer(),
        limit: Type.Integer(),
        offset: Type.Integer(),
        sortBy: listConversations.schema.response[200].properties.sortBy,
        sortOrder: listConversations.schema.response[200].properties.sortOrder,
        complete: Type.Boolean({
          description: 'False: the key lacks memories:read, so players with memories only are omitted',
        }),
      }),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})
