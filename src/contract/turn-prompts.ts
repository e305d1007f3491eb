import { type Static, Type } from 'typebox'
import { controlFailures } from './memory-history.js'
import { operation } from './operation.js'
import { NullableString, OneOf, PlayerParams, Ref } from './shared.js'

export const MESSAGE_ID = 'Id of the player message, or of the reply to it'

/** What a prompt can contain of memory: a core fact, a memory, or an earlier turn. */
export const PROMPT_KINDS = ['fact', 'memory', 'turn'] as const

export const TurnPromptSchema = Type.Object(
  {
    messageId: Type.Integer(),
    recorded: Type.Boolean({
      description: 'False: no model was called in this turn, or all memories were deleted since then',
    }),
    at: NullableString({ description: 'When the turn began' }),
    block: Type.String({
      description: 'The memory block of the prompt, verbatim; text that was erased since then is `(erased)`',
    }),
    given: Type.Array(
      Type.Object({
        kind: OneOf(PROMPT_KINDS),
        id: Type.String({ description: 'The id of the core fact, the memory, or the message' }),
        sourceMemoryId: NullableString({ description: 'The memory from which a core fact comes' }),
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
      messageId: Type.String({ description: MESSAGE_ID }),
    }),
    response: { 200: Ref(TurnPromptSchema), ...controlFailures },
  },
})
