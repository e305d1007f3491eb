import { type Static, Type } from 'typebox'
import {
  DURATION_EXAMPLES,
  DURATION_PATTERN,
  DURATION_RANGE_PATTERN,
  MAX_DURATION_LENGTH,
} from './duration.js'

/** `250ms`, `10s`, `1h30m`, `PT90S`. */
export const Duration = (description: string) =>
  Type.String({
    pattern: DURATION_PATTERN.source,
    maxLength: MAX_DURATION_LENGTH,
    description: `${description}; ${DURATION_EXAMPLES}`,
  })

/** For objects that take no other keys. */
export const closed = { additionalProperties: false }

/** Names of scenarios, steps and tags: what can stand in a threshold. */
export const LabelValueSchema = Type.String({
  pattern: '^[^\\s{}:,"<>=][^{}:,"<>=\\u0000-\\u001f]{0,63}$',
  description: 'Up to 64 characters, without { } : , " < > =',
})
/** What metrics are told apart by, beside those of the whole run. */
const labelled = {
  name: Type.Optional(LabelValueSchema),
  tags: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z][a-zA-Z0-9_]{0,31}$' }), LabelValueSchema, {
      additionalProperties: false,
      maxProperties: 5,
      description: '`{ kind: question }`',
    }),
  ),
}

const Expectation = Type.String({
  minLength: 1,
  description: 'What the reply has to contain; between slashes, a regular expression it has to match',
})

const TextStepSchema = Type.Object(
  {
    text: Type.Union(
      [Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })],
      {
        description: 'What the player writes; of a list one in each round, in turn',
      },
    ),
    expect: Type.Optional(Expectation),
    interruptAfter: Type.Optional(Duration('The player interrupts the reply so long after its first sign')),
    ...labelled,
  },
  closed,
)
const ScriptStepSchema = Type.Object(
  {
    script: Type.Array(Type.Object({ say: Type.String({ minLength: 1 }), expect: Expectation }, closed), {
      minItems: 1,
      description: 'Texts in order, each with what its reply has to contain',
    }),
    ...labelled,
  },
  closed,
)
const VoiceStepSchema = Type.Object(
  {
    voice: Type.String({ minLength: 1, description: 'A WAV file, beside the scenario' }),
    transcript: Type.Optional(Type.String({ description: 'What the service has to hear, to the letter' })),
    expect: Type.Optional(Expectation),
    ...labelled,
  },
  closed,
)
const RestStepSchema = Type.Object(
  {
    rest: Type.String({
      pattern: '^(GET|POST|PUT|PATCH|DELETE) /\\S*$',
      description: '`GET /api/v1/characters`; `{characterId}` and `{playerId}` are filled in',
    }),
    body: Type.Optional(Type.Unknown()),
    status: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 599, description: 'Default: any below 400' }),
    ),
    ...labelled,
  },
  closed,
)
const ShareStepSchema = Type.Object(
  {
    share: Type.String({ minLength: 1, description: 'The id of a permanent share, which is opened' }),
    ...labelled,
  },
  closed,
)
const MemoryStepSchema = Type.Object(
  {
    memory: Type.String({ minLength: 1, description: 'What a memory of the player has to contain' }),
    within: Type.Optional(Duration('How long that may take; 10s')),
    ...labelled,
  },
  closed,
)
const ThinkStepSchema = Type.Object(
  {
    think: Type.String({
      pattern: DURATION_RANGE_PATTERN.source,
      maxLength: 2 * MAX_DURATION_LENGTH,
      description: 'A pause, `2s`, or one by chance between two, `1s..3s`',
    }),
  },
  closed,
)

export const ScenarioStepSchema = Type.Union([
  TextStepSchema,
  ScriptStepSchema,
  VoiceStepSchema,
  RestStepSchema,
  ShareStepSchema,
  MemoryStepSchema,
  ThinkStepSchema,
])
export type ScenarioStep = Static<typeof ScenarioStepSchema>
