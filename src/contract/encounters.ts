import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { ErrorBodySchema, LimitRef, OneOf, Ref } from './shared.js'

export const ENCOUNTER_SIDES = ['a', 'b'] as const
export type EncounterSide = (typeof ENCOUNTER_SIDES)[number]

export const ENCOUNTER_END_REASONS = ['max_turns_reached', 'cancelled', 'error'] as const
export type EncounterEndReason = (typeof ENCOUNTER_END_REASONS)[number]

/** Default number of turns, counted over both characters (docs/rest.md, Encounters). */
export const ENCOUNTER_TURNS = 6
const ENCOUNTER_TURNS_MAX = 20
const ENCOUNTER_PROMPT_MAX = 2000

/** docs/rest.md, Encounters; unknown fields are refused. */
export const StartEncounterSchema = Type.Object(
  {
    characterAId: Type.String({ description: 'A character of the caller' }),
    characterBId: Type.String({ description: 'Another character of the caller' }),
    prompt: Type.String({
      minLength: 1,
      maxLength: ENCOUNTER_PROMPT_MAX,
      description: 'The scene: where they meet, and what they talk about',
    }),
    maxTurns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: ENCOUNTER_TURNS_MAX,
        default: ENCOUNTER_TURNS,
        description: 'Number of turns, counted over both',
      }),
    ),
    voice: Type.Optional(Type.Boolean({ default: false, description: 'Also synthesize speech' })),
    starter: Type.Optional(OneOf(ENCOUNTER_SIDES, { default: 'a', description: 'Who speaks first' })),
  },
  { $id: 'StartEncounter', additionalProperties: false },
)
export type StartEncounter = Static<typeof StartEncounterSchema>

export const StartedEncounterSchema = Type.Object({ encounterId: Type.String() }, { $id: 'StartedEncounter' })

export const startEncounter = operation({
  method: 'POST',
  url: '/api/v1/encounters',
  config: { scope: 'encounters:write' },
  schema: {
    operationId: 'startEncounter',
    summary: 'Have two characters talk to each other; follow it on the socket with `subscribe_encounter`',
    tags: ['encounters'],
    body: Ref(StartEncounterSchema),
    response: {
      202: Ref(StartedEncounterSchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('encounters'),
    },
  },
})
