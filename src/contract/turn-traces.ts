import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { ErrorBodySchema, NullableString, OneOf, Ref, Timestamp } from './shared.js'
import { MESSAGE_ID, PROMPT_KINDS } from './turn-prompts.js'

export const TURN_KINDS = ['typed', 'transcript', 'picture', 'line', 'encounter'] as const
export const TRACE_STATES = ['running', 'completed', 'interrupted', 'failed'] as const
export const PROMPT_SECTIONS = ['persona', 'knowledge', 'memory', 'scene'] as const
export const RETRY_REASONS = ['rate_limited', 'context_too_long'] as const
export const LEFT_OUT_KINDS = ['message', 'turn', 'memory', 'passage'] as const
export const LEFT_OUT_REASONS = ['budget', 'context'] as const

const SUMMARY_FIELDS = {
  messageId: Type.String({ description: 'Id of the reply, as `message_id` on the socket' }),
  playerMessageId: Type.Optional(Type.Integer({ description: 'Id of the stored message of the player' })),
  replyMessageId: Type.Optional(Type.Integer({ description: 'Id of the stored reply' })),
  characterId: Type.String(),
  playerId: Type.String(),
  kind: OneOf(TURN_KINDS),
  startedAt: Timestamp(),
  state: OneOf(TRACE_STATES),
  stoppedBy: NullableString({ description: 'Why it was interrupted' }),
  failure: NullableString(),
  provider: NullableString({ description: 'Of the language model; null: none was asked' }),
  model: NullableString(),
  tokens: Type.Object(
    { request: Type.Integer(), reply: Type.Integer() },
    { description: 'Estimated from the texts' },
  ),
  usage: Type.Union([Type.Object({ input: Type.Integer(), output: Type.Integer() }), Type.Null()], {
    description: 'Tokens as the provider counted them, of all requests of the turn; null: it did not say',
  }),
  cost: Type.Union(
    [
      Type.Object({
        amount: Type.Number(),
        currency: Type.String(),
        isEstimated: Type.Boolean({ description: 'Of `tokens`, because the provider counted none' }),
      }),
      Type.Null(),
    ],
    { description: 'By the price of the provider in the configuration; null: it gives none' },
  ),
  finishReason: NullableString({
    description: 'Why the model stopped, such as `stop`, `length` or `content-filter`; null: it did not say',
  }),
  retries: Type.Array(
    Type.Object({
      reason: OneOf(RETRY_REASONS),
      waitedMs: Type.Number({ description: 'How long the provider asked to wait, and the turn waited' }),
    }),
    { description: 'Requests that the provider refused, and that were sent once more' },
  ),
  times: Type.Object(
    {
      contextMs: Type.Optional(
        Type.Number({ description: 'Reading and searching, until the prompt was built' }),
      ),
      firstPartMs: Type.Optional(
        Type.Number({ description: 'From the request to the first part of the reply' }),
      ),
      lastPartMs: Type.Optional(
        Type.Number({ description: 'From the request to the last part of the reply' }),
      ),
      firstTextMs: Type.Optional(
        Type.Number({ description: 'From the start of the turn to its first text' }),
      ),
      storedMs: Type.Optional(
        Type.Number({ description: 'From the start of the turn until its reply was stored' }),
      ),
    },
    { description: 'In milliseconds; absent: the turn did not get so far' },
  ),
}

export const TurnSummarySchema = Type.Object(SUMMARY_FIELDS, { $id: 'TurnSummary' })
export type TurnSummary = Static<typeof TurnSummarySchema>

export const TurnTraceSchema = Type.Object(
  {
    ...SUMMARY_FIELDS,
    text: Type.String({ description: 'What the player says, or the scripted line' }),
    request: Type.Union([
      Type.Object({
        system: Type.String(),
        messages: Type.Array(
          Type.Object({
            role: OneOf(['user', 'assistant']),
            content: Type.String(),
            imageDescription: NullableString({ description: 'What its picture shows' }),
          }),
        ),
        actions: Type.Array(Type.String({ description: 'Names of the actions offered as tools' })),
        canLook: Type.Boolean({ description: 'The model may ask for a picture' }),
      }),
      Type.Null(),
    ]),
    sections: Type.Array(Type.Object({ name: OneOf(PROMPT_SECTIONS), tokens: Type.Integer() }), {
      description: 'What the system prompt consists of, in its order',
    }),
    memories: Type.Array(
      Type.Object({
        kind: OneOf(PROMPT_KINDS),
        id: Type.String(),
        text: Type.String(),
        tokens: Type.Integer(),
        score: Type.Optional(
          Type.Number({ description: 'Of the search that found it; absent: it is always told' }),
        ),
      }),
    ),
    passages: Type.Array(
      Type.Object({
        documentId: Type.String(),
        document: Type.String(),
        firstPage: Type.Integer(),
        lastPage: Type.Integer(),
        tokens: Type.Integer(),
      }),
    ),
    leftOut: Type.Array(
      Type.Object({
        kind: OneOf(LEFT_OUT_KINDS),
        count: Type.Integer(),
        tokens: Type.Integer({ description: 'Estimated from the texts' }),
        reason: OneOf(LEFT_OUT_REASONS, {
          description: '`budget`: of every prompt; `context`: the context of the model is too short for it',
        }),
      }),
      { description: 'What was found for the prompt and did not fit into it' },
    ),
    reply: Type.Object({ text: Type.String(), actions: Type.Array(Type.String()) }),
  },
  { $id: 'TurnTrace' },
)
export type TurnTrace = Static<typeof TurnTraceSchema>

const BASE = '/api/control/v1/local/turns'
const refusals = { 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema) }

export const listTurnTraces = operation({
  method: 'GET',
  url: BASE,
  config: { credential: 'staff' },
  schema: {
    operationId: 'listTurnTraces',
    summary: 'List the newest turns since the start of the server, the newest first',
    tags: ['local'],
    querystring: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
    }),
    response: {
      200: Type.Object({ turns: Type.Array(Ref(TurnSummarySchema)) }),
      422: Ref(ErrorBodySchema),
      ...refusals,
    },
  },
})

export const getTurnTrace = operation({
  method: 'GET',
  url: `${BASE}/:messageId`,
  config: { credential: 'staff' },
  schema: {
    operationId: 'getTurnTrace',
    summary:
      'Read what a turn did: what its model was given, what was found for it, and how long it took; also by the id of the reply on the socket',
    tags: ['local'],
    params: Type.Object({ messageId: Type.String({ description: MESSAGE_ID }) }),
    response: { 200: Ref(TurnTraceSchema), 404: Ref(ErrorBodySchema), ...refusals },
  },
})
