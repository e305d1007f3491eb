import { type Static, Type } from 'typebox'
import { MEMORY_STATUSES, MEMORY_TYPES } from './memories.js'
import { operation } from './operation.js'
import { Dictionary, ErrorBodySchema, NullableString, OneOf, Ref, Timestamp } from './shared.js'
import { MESSAGE_ID, PROMPT_KINDS } from './turn-prompts.js'

export const TURN_KINDS = ['typed', 'transcript', 'picture', 'line', 'encounter'] as const
export const TRACE_STATES = ['running', 'completed', 'interrupted', 'failed'] as const
export const PROMPT_SECTIONS = ['persona', 'knowledge', 'memory', 'scene'] as const
export const RETRY_REASONS = ['rate_limited', 'context_too_long'] as const
export const LEFT_OUT_KINDS = ['message', 'turn', 'memory', 'passage'] as const
export const LEFT_OUT_REASONS = ['budget', 'context'] as const
/** How a memory or an earlier turn came into the prompt. */
export const RECALL_WAYS = ['question', 'context', 'strength'] as const

const SpokenInputSchema = Type.Object({
  endpointWaitMs: Type.Number({ description: 'From the last voiced sound to the end of the turn' }),
  isEager: Type.Boolean({ description: 'The model was asked before the end was certain' }),
  endedBy: Type.String({ description: 'What showed that the player had finished' }),
})

/** Why a memory or an earlier turn was found: `score` is made of these. */
const RecallReasonSchema = Type.Object({
  way: OneOf(RECALL_WAYS, {
    description:
      'By what the player says; only by it together with the messages before, which counts half; or as one of the strongest, for a question such as "What do you know about me?"',
  }),
  similarity: Type.Optional(Type.Number({ description: 'How well words and vectors fit, 0 to 1' })),
  lexical: Type.Optional(Type.Number({ description: 'How well the words fit, 0 to 1' })),
  cosine: Type.Optional(Type.Number({ description: 'How well the vectors fit, 0 to 1' })),
  factors: Dictionary(Type.Number(), {
    description: 'What `similarity` is multiplied by, or what the strength is the product of; 1 is neutral',
  }),
})

const SUMMARY_FIELDS = {
  messageId: Type.String({ description: 'Id of the reply, as `message_id` on the socket' }),
  playerMessageId: Type.Optional(Type.Integer({ description: 'Id of the stored message of the player' })),
  replyMessageId: Type.Optional(Type.Integer({ description: 'Id of the stored reply' })),
  characterId: Type.String(),
  characterName: NullableString({ description: 'null: the turn has not begun, or was not admitted' }),
  playerId: Type.String(),
  kind: OneOf(TURN_KINDS),
  retryOf: Type.Optional(
    Type.String({ description: 'The turn whose prompt was asked again; nothing of this one is stored' }),
  ),
  preview: Type.Object(
    { input: Type.String(), reply: Type.String() },
    { description: 'The beginning of both texts, up to 100 characters' },
  ),
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
      askedMs: Type.Optional(
        Type.Number({ description: 'From the start of the turn until the model was asked' }),
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
      voiceMs: Type.Optional(
        Type.Number({ description: 'From the start of the turn until its first sentence was to be spoken' }),
      ),
      firstAudioMs: Type.Optional(
        Type.Number({ description: 'From the start of the turn to its first audio' }),
      ),
      lastAudioMs: Type.Optional(
        Type.Number({ description: 'From the start of the turn until all its audio was made' }),
      ),
    },
    { description: 'In milliseconds; absent: the turn did not get so far' },
  ),
}

export const TurnSummarySchema = Type.Object(SUMMARY_FIELDS, { $id: 'TurnSummary' })
export type TurnSummary = Static<typeof TurnSummarySchema>

const RememberedSchema = Type.Object({
  isRead: Type.Boolean({ description: 'False: memories of this turn are still to be made' }),
  memories: Type.Array(
    Type.Object({
      id: Type.String(),
      content: Type.String(),
      memoryType: OneOf(MEMORY_TYPES),
      status: OneOf(MEMORY_STATUSES),
    }),
  ),
})

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
            tokens: Type.Integer(),
          }),
        ),
        actions: Type.Array(Type.String({ description: 'Names of the actions offered as tools' })),
        canLook: Type.Boolean({ description: 'The model may ask for a picture' }),
      }),
      Type.Null(),
    ]),
    spoken: Type.Union([SpokenInputSchema, Type.Null()], {
      description: 'How the end of what the player said was found; null: it was typed',
    }),
    sections: Type.Array(
      Type.Object({
        name: OneOf(PROMPT_SECTIONS),
        tokens: Type.Integer(),
        from: Type.Array(Type.String(), {
          description: 'Fields of the character, names of documents, or kinds of what is remembered',
        }),
        text: Type.String(),
      }),
      { description: 'What the system prompt consists of, in its order' },
    ),
    actions: Type.Array(
      Type.Object({
        name: Type.String(),
        description: NullableString(),
        parameters: Type.Array(Type.String({ description: 'Names' })),
        tokens: Type.Integer(),
      }),
      { description: 'The actions offered as tools' },
    ),
    knowledge: Type.Object({
      documents: Type.Array(Type.String({ description: 'File names of all documents' })),
      isComplete: Type.Boolean({ description: 'The prompt holds their whole text, not only passages' }),
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
        why: Type.Optional(RecallReasonSchema),
        sourceMemoryId: Type.Optional(
          Type.String({ description: 'The memory from which a core fact comes' }),
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
    remembered: Type.Union([RememberedSchema, Type.Null()], {
      description: 'What was remembered of it afterwards; null: nothing can be, because nothing was stored',
    }),
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
    description: 'Where several servers or workers share the records, the turns of all of them.',
    tags: ['local'],
    querystring: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
    }),
    response: {
      200: Type.Object({
        turns: Type.Array(Ref(TurnSummarySchema)),
        silentServers: Type.Optional(
          Type.Integer({
            minimum: 1,
            description: 'So many servers of the same records did not answer: their turns are missing',
          }),
        ),
      }),
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
    summary: 'Read what a turn did',
    description:
      'What its model was given, what was found for it, and how long each stage took. The `message_id` of the socket is taken as an id, too.',
    tags: ['local'],
    params: Type.Object({ messageId: Type.String({ description: MESSAGE_ID }) }),
    response: { 200: Ref(TurnTraceSchema), 404: Ref(ErrorBodySchema), ...refusals },
  },
})
