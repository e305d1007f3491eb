import { type Client, type Session, UnreachableError } from '../../client/create-client.js'
import type { Fetch } from '../../network/fetch.js'
import type { InFlightCounter } from '../in-flight.js'
import type { Sample } from '../results/metrics.js'
import { type RunClock, sleepUntil } from '../run-clock.js'
import { scenarioLabels } from '../scenario/labels.js'
import { type LoadTestPlan, type PlannedScenario, scenarioOfPlayer } from '../scenario/plan.js'
import type { RecordedSpeech } from './play-turn.js'
import { createPlaybackSimulation } from './playback-simulation.js'
import { playRound, type RoundDeps, withLabels } from './round.js'

export type PlayerDeps = {
  readonly client: Client
  readonly fetch: Fetch
  readonly apiKey: string | undefined
  readonly plan: LoadTestPlan
  readonly clock: RunClock
  /** Recordings by the WAV file that the plan names. */
  readonly speeches: ReadonlyMap<string, RecordedSpeech>
  /** Makes the ids of players unique to this run. */
  readonly runId: string
  readonly activity: InFlightCounter
  record(sample: Sample): void
}

/** A virtual player: connects at its arrival, plays rounds, disconnects. Never throws; failures are recorded. */
export async function runPlayer(
  run: PlayerDeps,
  { index, at }: { index: number; at: number },
): Promise<void> {
  const scenario = scenarioOfPlayer(run.plan, index)
  if (scenario === undefined) return
  const playerId = `load-${run.runId}-${index}`
  const record = withLabels(withPlayer(run.record, playerId), scenarioLabels(scenario))
  const deps = { ...run, record, scenario }
  const session = await connectPlayer(deps, playerId, at)
  if (session === null) return
  try {
    await deps.activity.track('sessions', () => playRounds(deps, { session, playerId, index }))
  } catch (error) {
    deps.record({ metric: 'turn.lost', at: deps.clock.now(), ms: 0, error: errorNameOf(error) })
  } finally {
    session.disconnect()
  }
}

/** Adds to each reply that is told of who waited for it. */
const withPlayer =
  (record: (sample: Sample) => void, player: string): ((sample: Sample) => void) =>
  (sample) =>
    record(sample.reply === undefined ? sample : { ...sample, reply: { ...sample.reply, player } })

type ScenarioDeps = PlayerDeps & { readonly scenario: PlannedScenario }

async function connectPlayer(deps: ScenarioDeps, playerId: string, at: number): Promise<Session | null> {
  const { client, plan, scenario, clock, record } = deps
  const { characterId } = plan
  const { withAudio, steps } = scenario
  const session = client.session({
    characterId,
    playerId,
    // A voice for people would take ten times the processor time, and nobody listens.
    ...(withAudio && { voiceDataLayer: true }),
    capabilities: { speaker: withAudio },
    realtimeMemory: steps.some(({ step }) => 'memory' in step),
  })
  session.on('sessionRejected', ({ reason }) =>
    record({ metric: 'session.rejected', at, ms: 0, error: String(reason) }),
  )
  try {
    await session.connect()
    record({ metric: 'session.connect', at, ms: clock.now() - at, error: null })
    return session
  } catch (error) {
    const reason = error instanceof UnreachableError ? error.reason : errorNameOf(error)
    record({ metric: 'session.connect', at, ms: clock.now() - at, error: reason })
    session.disconnect()
    return null
  }
}

type PlayerSession = {
  readonly session: Session
  readonly playerId: string
  readonly index: number
}

async function playRounds(deps: ScenarioDeps, { session, playerId, index }: PlayerSession): Promise<void> {
  const { plan, scenario, clock } = deps
  const { load, durationMs } = plan
  const rounds = load.kind === 'players' ? Number.POSITIVE_INFINITY : load.rounds
  const round: RoundDeps = {
    ...deps,
    session,
    playerId,
    turnTimeoutMs: plan.turnTimeoutMs,
    steps: scenario.steps,
    playback: scenario.withAudio ? createPlaybackSimulation(session, clock.now) : null,
    seen: new Set(),
  }
  const connected = clock.now()
  for (let number = 0; number < rounds; number += 1) {
    const isPaced = load.kind === 'players' && load.everyMs !== null
    const due = isPaced ? connected + number * load.everyMs : clock.now()
    // A player who has connected plays at least one round, however late.
    if (number > 0 && load.kind === 'players' && due >= durationMs) return
    await sleepUntil(clock, due)
    await playRound(round, { due, number, seed: plan.seed + index })
  }
}

const errorNameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error))
