import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { parseDurationMs } from './duration.js'
import { faultOfLabels } from './labels.js'
import { closed, Duration, LabelValueSchema, type ScenarioStep, ScenarioStepSchema } from './steps.js'

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

const WeightedScenarioSchema = Type.Object(
  {
    name: LabelValueSchema,
    weight: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: 'Its share of the players; 1' }),
    ),
    steps: Type.Array(ScenarioStepSchema, { minItems: 1 }),
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
    steps: Type.Optional(
      Type.Array(ScenarioStepSchema, { minItems: 1, description: 'What every player does' }),
    ),
    scenarios: Type.Optional(
      Type.Array(WeightedScenarioSchema, {
        minItems: 1,
        maxItems: 50,
        description: 'In place of steps: what players do, each one of these',
      }),
    ),
    thresholds: Type.Optional(Type.Array(Type.String({ description: '`turn.first_text.p95<300`' }))),
  },
  closed,
)
export type Scenario = Static<typeof ScenarioSchema>

/** One of the scenarios of a file; `name` is null for its `steps` alone. */
export type WeightedScenario = {
  readonly name: string | null
  readonly weight: number
  readonly steps: readonly ScenarioStep[]
}

/** The scenarios of a file in its order. */
export const scenariosOf = ({
  steps,
  scenarios,
}: Pick<Scenario, 'steps' | 'scenarios'>): WeightedScenario[] =>
  scenarios?.map((one) => ({ name: one.name, weight: one.weight ?? 1, steps: one.steps })) ?? [
    { name: null, weight: 1, steps: steps ?? [] },
  ]

/** What is wrong with a scenario that its schema accepts, as a sentence; undefined when it can be played. */
export function scenarioFault(file: Scenario): string | undefined {
  const { load, duration, ramp, warmup, steps, scenarios } = file
  if (steps === undefined && scenarios === undefined) return 'steps or scenarios is missing'
  if (steps !== undefined && scenarios !== undefined) return 'give steps or scenarios, not both'
  if ('stages' in load && ramp !== undefined) return 'load.stages say how the load grows: leave ramp out'
  if (!('stages' in load) && duration === undefined) return 'duration is missing'
  if (warmup !== undefined && millisecondsOf(warmup) > 0 && millisecondsOf(warmup) >= runMs(file))
    return 'warmup is as long as the run, so nothing would be counted'
  return faultOfLabels(scenariosOf(file))
}

/** How long a run takes: as long as it says, or as its stages. */
export const runMs = ({ load, duration }: Pick<Scenario, 'load' | 'duration'>): number =>
  duration === undefined ? stagesMs(load) : millisecondsOf(duration)

const stagesMs = (load: Scenario['load']): number =>
  'stages' in load ? load.stages.reduce((sum, stage) => sum + millisecondsOf(stage.for), 0) : 0

/** Parses a duration that the schema has validated. */
export const millisecondsOf = (text: string): number => parseDurationMs(text) ?? 0

/** Who comes when and what each does, without what a scenario is called and what it demands. */
export const playedPart = ({ name: _name, thresholds: _thresholds, ...content }: Scenario) => content

/**
 * Two runs are comparable if their hashes are equal: the same load and steps. The name, the thresholds and the order of
 * keys in the file do not count.
 */
export const scenarioHash = (scenario: Scenario): string =>
  createHash('sha256')
    .update(JSON.stringify(withSortedKeys(playedPart(scenario))))
    .digest('hex')

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]))
}
