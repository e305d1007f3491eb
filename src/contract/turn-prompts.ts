import { type Static, Type } from 'typebox'
import { controlFailures } from './memory-history.js'
import { operation } from './operation.js'
import { NullableString, OneOf, PlayerParams, Ref } from './shared.js'

/** What a prompt can hold of what is remembered: a core fact, a memory, or an old turn. */
export const PROMPT_KINDS = ['fact', 'memory', 'turn'] as const

export const TurnPromptSchema = Type.Object(
  {
    messageId: Type.Integer(),
    recorded: Type.Boolean({
      description: 'False: no model was asked in this turn, or all memories were deleted since then',
    }),
    at: NullableString({ description: 'When the turn began' }),
    block: Type.String({
      description:
        'What the prompt told of memories, word for word; what was erased since then is `(erased)`',
    }),
    given: Type.Array(
      Type.Object({
        kind: OneOf(PROMPT_KINDS),
        id: Type.String({ description: 'Of the core fact, the memory, or the message' }),
        sourceMemoryId: NullableString({ description: 'The memory that a core fact comes from' }),
        text: Type.String({ description: 'Its line of the block' }),
      }),
    ),
  },
  { $id: 'TurnPrompt' },
)
export type TurnPrompt = Static<typeof TurnPromptSchema>

export const turnPrompt = operation({
  method: 'GET',
  url: '/api/control/v1/characters/:characterId/players/:playerId/turns/:messageId/prompt',
  config: { credential: 'id_token' },
  schema: {
    operationId: 'turnPrompt',
    summary: 'Read what the prompt of a past turn held of what is remembered',
    tags: ['control'],
    params: Type.Object({
      ...PlayerParams.properties,
      messageId: Type.String({ description: 'Id of the message of the player, or of the reply to it' }),
    }),
    response: { 200: Ref(TurnPromptSchema), ...controlFailures },
  },
})
