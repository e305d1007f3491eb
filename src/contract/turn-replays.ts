import { type Static, Type } from 'typebox'
import { CharacterConfigSchema } from './characters.js'
import { operation } from './operation.js'
import { Dictionary, ErrorBodySchema, NullableString, Ref } from './shared.js'
import { MESSAGE_ID } from './turn-prompts.js'
import { TurnTraceSchema } from './turn-traces.js'

export const TurnModelRequestSchema = Type.Object(
  {
    provider: NullableString({ description: 'null: no model was asked' }),
    model: NullableString(),
    request: Type.Union(
      [
        Type.Object({
          method: Type.String(),
          url: Type.String(),
          headers: Dictionary(Type.String(), {
            description: 'With `$NAME` for each secret',
          }),
          variables: Type.Array(Type.String(), {
            description: 'The names that stand for secrets in `headers`',
          }),
          body: Type.Unsafe<unknown>({ description: 'The JSON that the provider is sent' }),
        }),
        Type.Null(),
      ],
      {
        description: 'null: nothing was sent, because the stub answers inside the server or nobody was asked',
      },
    ),
  },
  { $id: 'TurnModelRequest' },
)
export type TurnModelRequest = Static<typeof TurnModelRequestSchema>

const BASE = '/api/control/v1/local/turns/:messageId'
const params = Type.Object({ messageId: Type.String({ description: MESSAGE_ID }) })
const refusals = { 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema), 404: Ref(ErrorBodySchema) }

export const getTurnModelRequest = operation({
  method: 'GET',
  url: `${BASE}/request`,
  config: { credential: 'staff' },
  schema: {
    operationId: 'getTurnModelRequest',
    summary: 'Read the HTTP request that asked the model of a turn, without secrets',
    tags: ['local'],
    params,
    response: { 200: Ref(TurnModelRequestSchema), ...refusals },
  },
})

export const retryTurn = operation({
  method: 'POST',
  url: `${BASE}/retry`,
  config: { credential: 'staff' },
  readOnly: true,
  schema: {
    operationId: 'retryTurn',
    summary: 'Ask the prompt of a turn again, with another model or persona',
    description: 'Nothing is stored: the conversation keeps the reply that it has.',
    tags: ['local'],
    params,
    body: Ref(CharacterConfigSchema),
    response: {
      200: Ref(TurnTraceSchema),
      409: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      ...refusals,
    },
  },
})
