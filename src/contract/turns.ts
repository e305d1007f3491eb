import { type Static, Type } from 'typebox'
import { CONTRACT_LIMITS } from './limits.js'
import { operation } from './operation.js'
import { CharacterParams, ErrorBodySchema, NullableString, PlayerIdSchema, Ref } from './shared.js'

/** How long a turn over REST may take, in seconds, unless it says otherwise. */
export const TURN_TIMEOUT_SECONDS = 60
const TURN_TIMEOUT_SECONDS_MAX = 300
const SPEAKER_NAME_MAX = 128

/** Unknown fields are ignored, because SDKs send some. */
export const TakeTurnSchema = Type.Object(
  {
    message: Type.String({
      pattern: '\\S',
      description: `What the player says; cut after ${CONTRACT_LIMITS.messageCharacters} characters`,
    }),
    playerId: PlayerIdSchema,
    timeoutSeconds: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: TURN_TIMEOUT_SECONDS_MAX,
        default: TURN_TIMEOUT_SECONDS,
        description: 'From the arrival of the request; 504 afterwards',
      }),
    ),
    remember: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'False: nothing of the turn is stored, neither messages nor memories',
      }),
    ),
    speakerName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: SPEAKER_NAME_MAX,
        description: 'Who speaks, where several talk as one player',
      }),
    ),
    callbackUrl: Type.Optional(
      Type.Null({ description: 'Callbacks are not supported: an address is refused with 422' }),
    ),
    callbackContext: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        additionalProperties: true,
        description: 'Without effect',
      }),
    ),
    stream: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Answer with `application/x-ndjson`, as does `Accept: application/x-ndjson`: lines of `TurnRecord`: `text_delta` ({text}), `error` ({message}), and last `turn_completed` (this response)',
      }),
    ),
  },
  { $id: 'TakeTurn' },
)
export type TakeTurn = Static<typeof TakeTurnSchema>

export const TurnResponseSchema = Type.Object(
  {
    text: Type.String(),
    messageId: Type.String({ description: 'Id of the reply, as `message_id` on the socket' }),
    sessionId: Type.String({ description: 'The session of this one turn' }),
    conversationId: NullableString({
      description: 'Null when the player has no conversation and nothing was stored',
    }),
    characterId: Type.String(),
    playerId: Type.String(),
    actions: Type.Array(
      Type.Object({
        name: Type.String(),
        arguments: Type.Unsafe<Record<string, string | number | boolean>>({
          type: 'object',
          additionalProperties: true,
        }),
      }),
    ),
  },
  { $id: 'TurnResponse' },
)
export type TurnResponse = Static<typeof TurnResponseSchema>

/** One line of a streamed turn. The last is `turn_completed`, or `error` when the turn failed after its start. */
export const TurnRecordSchema = Type.Union(
  [
    Type.Object({ type: Type.Literal('text_delta'), data: Type.Object({ text: Type.String() }) }),
    Type.Object({ type: Type.Literal('error'), data: Type.Object({ message: Type.String() }) }),
    Type.Object({ type: Type.Literal('turn_completed'), data: Ref(TurnResponseSchema) }),
  ],
  { $id: 'TurnRecord' },
)
export type TurnRecord = Static<typeof TurnRecordSchema>

export const takeTurn = operation({
  method: 'POST',
  url: '/api/v1/characters/:characterId/turn',
  config: { scope: 'conversations:write' },
  schema: {
    operationId: 'takeTurn',
    summary: 'Say something to a character and get its reply',
    description: 'Turns of one player are answered in order. Their number is not limited.',
    tags: ['conversations'],
    params: CharacterParams,
    body: Ref(TakeTurnSchema),
    response: {
      200: Ref(TurnResponseSchema),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      502: Ref(ErrorBodySchema),
      504: Ref(ErrorBodySchema),
    },
  },
})
