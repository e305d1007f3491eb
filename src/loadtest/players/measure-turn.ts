import type { Session } from '../../client/create-client.js'
import type { InFlightCounter } from '../in-flight.js'
import type { Sample, TurnMetric } from '../results/metrics.js'
import { truncateReply } from '../results/turn-failures.js'
import { type RunClock, sleepUntil, withTimeout } from '../run-clock.js'
import { matchesExpectation } from '../scenario/expected-reply.js'
import type { PlaybackSimulation } from './playback-simulation.js'
import type { ReplyEnd, ReplyWatch } from './reply-watch.js'

export type TurnMeasurementDeps = {
  readonly session: Session
  /** Null: replies come without audio. */
  readonly playback: PlaybackSimulation | null
  readonly clock: RunClock
  readonly turnTimeoutMs: number
  /** Ids of the replies that this player has received. */
  readonly seen: Set<string>
  readonly activity: InFlightCounter
  record(sample: Sample): void
}

/** A turn: its scheduled start and its expected reply. */
export type ScheduledTurn = {
  readonly at: number
  readonly expect?: string | undefined
  /** Checks the turn apart from its reply, such as the transcript; returns the error or null. */
  readonly fault?: () => string | null
}

/** Measures a reply to its end, including its audio. Records a turn whose reply does not end as lost. */
export async function measureReply(
  deps: TurnMeasurementDeps,
  turn: ScheduledTurn,
  watch: ReplyWatch,
): Promise<void> {
  const { clock, turnTimeoutMs } = deps
  const record = createMetricRecorder(deps, turn.at)
  const end = await deps.activity.track('turnsInFlight', () =>
    withTimeout(turn.at + turnTimeoutMs - clock.now(), watch.ended),
  )
  const firstTextAt = watch.firstTextAt()
  if (firstTextAt !== null) record('turn.first_text', firstTextAt)
  if (end === null || end.messageId === null) {
    return record('turn.lost', turn.at, { error: end?.failure ?? 'timeout', ...detailOf(end) })
  }
  record('turn.complete', end.at, faultOf(end, turn))
  if (deps.playback !== null && !end.isInterrupted) await measureAudio(deps, turn, end.messageId)
}

/** Creates a recorder of times since `at`. */
export const createMetricRecorder =
  ({ record }: Pick<TurnMeasurementDeps, 'record'>, at: number) =>
  (metric: TurnMetric, when: number, fault: Fault | string | null = null): void => {
    const { error, ...detail } = typeof fault === 'object' && fault !== null ? fault : { error: fault }
    record({ metric, at, ms: when - at, error, ...detail })
  }

/** The error of a turn and its details. */
type Fault = Pick<Sample, 'error' | 'detail'>

/** The error of a completed reply; null if it meets the expectations. */
function faultOf(end: ReplyEnd, { expect: expected, fault: other }: ScheduledTurn): Fault | string | null {
  const { text, failure, isInterrupted } = end
  const turnFault = other?.() ?? null
  if (turnFault !== null) return turnFault
  if (failure !== null) return { error: failure, ...detailOf(end) }
  if (isInterrupted || expected === undefined || matchesExpectation(text, expected)) return null
  return { error: 'unexpected', detail: { expected: truncateReply(expected), got: truncateReply(text) } }
}

const detailOf = (end: ReplyEnd | null): Pick<Sample, 'detail'> =>
  end === null || end.message === null ? {} : { detail: { message: truncateReply(end.message) } }

/** Measures the audio of a reply, and notifies the service when its playback is complete, as real clients do. */
async function measureAudio(
  deps: TurnMeasurementDeps,
  { at }: ScheduledTurn,
  messageId: string,
): Promise<void> {
  const { session, clock, turnTimeoutMs } = deps
  const record = createMetricRecorder(deps, at)
  const isComplete = await withTimeout(
    turnTimeoutMs,
    deps.playback?.waitUntilComplete(messageId).then(() => true) ?? alwaysTrue(),
  )
  const playback = deps.playback?.playbackOf(messageId) ?? null
  if (playback === null) return record('turn.first_audio', clock.now(), 'silent')
  record('turn.first_audio', playback.firstAt)
  record('turn.gap', at + playback.worstGapMs, playback.lost > 0 ? 'lost' : null)
  if (isComplete === null) record('turn.lost', at, 'audio')
  await sleepUntil(clock, playback.endsAt)
  await session.notifyAudioPlaybackComplete(messageId)
}

const alwaysTrue = async (): Promise<boolean> => true
