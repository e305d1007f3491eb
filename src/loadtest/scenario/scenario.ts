import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import {
  DURATION_EXAMPLES,
  DURATION_PATTERN,
  DURATION_RANGE_PATTERN,
  MAX_DURATION_LENGTH,
} from './duration.js'

/** `250ms`, `10s`, `1h30m`, `PT90S`. */
const Duration = (description: string) =>
  Type.String({
    pattern: DURATION_PATTERN.source,
    maxLength: MAX_DURATION_LENGTH,
    description: `${description}; ${DURATION_EXAMPLES}`,
  })

const closed = { additionalProperties: false }
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
  },
  closed,
)
const ScriptStepSchema = Type.Object(
  {
    script: Type.Array(Type.Object({ say: Type.String({ minLength: 1 }), expect: Expectation }, closed), {
      minItems: 1,
      description: 'Texts in order, each with what its reply has to contain',
    }),
  },
  closed,
)
const VoiceStepSchema = Type.Object(
  {
    voice: Type.String({ minLength: 1, description: 'A WAV file, beside the scenario' }),
    transcript: Type.Optional(Type.String({ description: 'What the service has to hear, to the letter' })),
    expect: Type.Optional(Expectation),
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
  },
  closed,
)
const ShareStepSchema = Type.Object(
  { share: Type.String({ minLength: 1, description: 'The id of a permanent share, which is opened' }) },
  closed,
)
const MemoryStepSchema = Type.Object(
  {
    memory: Type.String({ minLength: 1, description: 'What a memory of the player has to contain' }),
    within: Type.Optional(Duration('How long that may take; 10s')),
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

const PlayersSchema = Type.Object(
  {
    players: Type.Integer({ minimum: 1, maximum: 20_000, description: 'So many play all the time' }),
    every: Type.Optional(Duration('Each begins a round so often, however long the last one took')),
  },
  closed,
)
/** Of players who come and go, at an even or a changing rate. */
const ofArrivals = {
  spacing: Type.Optional(
    Type.Union([Type.Literal('poisson'), Type.Literal('even')], { description: 'Default: poisson' }),
  ),
  rounds: Type.Optional(Type.Integer({ minimum: 1, description: 'What each plays before leaving; 1' })),
}
const ArrivalsSchema = Type.Object(
  { arrivalsPerSecond: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 }), ...ofArrivals },
  closed,
)

const StageSchema = Type.Object(
  {
    for: Duration('How long the stage takes'),
    to: Type.Number({
      minimum: 0,
      maximum: 10_000,
      description:
        'Arrivals per second at its end, to which the rate of the stage before it grows or falls evenly',
    }),
  },
  closed,
)
const StagesSchema = Type.Object(
  {
    stages: Type.Array(StageSchema, {
      minItems: 1,
      maxItems: 100,
      description: 'The arrivals as they change; the first begins with none',
    }),
    ...ofArrivals,
  },
  closed,
)

/** A load test: the load, and the steps of each player. */
export const ScenarioSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1 })),
    character: Type.String({ minLength: 1, description: 'Id, unique name, or beginning of an id' }),
    load: Type.Union([PlayersSchema, ArrivalsSchema, StagesSchema]),
    duration: Type.Optional(
      Duration('No round begins later. Required, but for stages: by default these take as long as they say'),
    ),
    ramp: Type.Optional(Duration('The load grows to its full size in this time')),
    warmup: Type.Optional(Duration('What begins earlier is not counted')),
    turnTimeout: Type.Optional(Duration('A turn that takes longer is lost; 30s')),
    audio: Type.Optional(
      Type.Boolean({ description: 'Players hear the replies. Default: only with voice steps' }),
    ),
    seed: Type.Optional(Type.Integer({ minimum: 0 })),
    steps: Type.Array(ScenarioStepSchema, { minItems: 1 }),
    thresholds: Type.Optional(Type.Array(Type.String({ description: '`turn.first_text.p95<300`' }))),
  },
  closed,
)
export type Scenario = Static<typeof ScenarioSchema>

/** What is wrong with a scenario that its schema accepts, as a sentence; undefined when it can be played. */
export function scenarioFault({ load, duration, ramp }: Scenario): string | undefined {
  if ('stages' in load)
    return ramp === undefined ? undefined : 'load.stages say how the load grows: leave ramp out'
  return duration === undefined ? 'duration is missing' : undefined
}

/**
 * Two runs are comparable if their hashes are equal: the same load and steps. The name, the thresholds and the order of
 * keys in the file do not count.
 */
export const scenarioHash = ({ name: _name, thresholds: _thresholds, ...content }: Scenario): string =>
  createHash('sha256')
    .update(JSON.stringify(withSortedKeys(content)))
    .digest('hex')

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]))
}
