import type { Session } from '../../client/create-client.js'
import type { InFlightCounter } from '../in-flight.js'
import type { CheckOutcome, Sample, TimedReply, TurnMetric } from '../results/metrics.js'
import { type RunClock, sleepUntil, withTimeout } from '../run-clock.js'
import { truncateReply } from '../scenario/checks.js'
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

/** A turn: its scheduled start, its expected reply, and of a spoken turn its expected transcript. */
export type ScheduledTurn = {
  readonly at: number
  /** What is said, of a turn by text. */
  readonly said?: string
  readonly expect?: string | undefined
  readonly transcript?: { readonly expected: string; heard(): string }
  /** The number of its first check in the plan: that of the reply, if one is expected. */
  readonly firstCheck: number
}

/** Measures a reply to its end, including its audio. Records a turn whose reply does not end as lost. */
export async function measureReply(
  deps: TurnMeasurementDeps,
  turn: ScheduledTurn,
  watch: ReplyWatch,
): Promise<void> {
  const { clock, turnTimeoutMs } = deps
  const record = createMetricRecorder(deps, turn.at)
  const sentAfterMs = Math.max(0, clock.now() - turn.at)
  const end = await deps.activity.track('turnsInFlight', () =>
    withTimeout(turn.at + turnTimeoutMs - clock.now(), watch.ended),
  )
  const firstTextAt = watch.firstTextAt()
  if (firstTextAt !== null)
    record('turn.first_text', firstTextAt, {
      error: null,
      reply: { ...replyOf(end, turn), sentAfterMs },
    })
  if (end === null || end.messageId === null) {
    const error = end?.failure ?? 'timeout'
    return record('turn.lost', turn.at, { error, ...detailOf(end), ...failedChecks(turn, error) })
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

/** The error of a turn, its details, how its checks went, and which reply it is. */
type Fault = Pick<Sample, 'error' | 'detail' | 'checks' | 'reply'>

/** Which reply it is, and how long all of it took. */
function replyOf(
  end: ReplyEnd | null,
  { at, said }: ScheduledTurn,
): Pick<TimedReply, 'messageId' | 'said' | 'completeMs'> {
  const messageId = end?.messageId ?? null
  return {
    messageId,
    ...(said !== undefined && { said: truncateReply(said) }),
    completeMs: end === null || messageId === null ? null : Math.max(0, end.at - at),
  }
}

/** The error of a completed reply, which is null if it meets the expectations, and its checks. */
function faultOf(end: ReplyEnd, turn: ScheduledTurn): Fault {
  const { text, failure, isInterrupted } = end
  const { expect: expected, transcript } = turn
  const heard = transcript?.heard()
  const isHeard = heard === transcript?.expected
  const isExpected = failure === null && matchesExpectation(text, expected)
  const checks = checksOf(turn, {
    // What was interrupted is not whole.
    reply: isInterrupted
      ? null
      : { isMet: isExpected, got: failure === null ? text : `(${failure}) ${text}` },
    transcript: { isMet: isHeard, got: heard ?? '' },
  })
  if (!isHeard) return { error: 'misheard', ...checks }
  if (failure !== null) return { error: failure, ...detailOf(end), ...checks }
  if (isInterrupted || expected === undefined || isExpected) return { error: null, ...checks }
  const detail = {
    ...{ expected: truncateReply(expected), got: truncateReply(text) },
    ...(turn.said !== undefined && { said: truncateReply(turn.said) }),
  }
  return { error: 'unexpected', detail, ...checks }
}

/** The checks of a turn without a whole reply: none was met. */
function failedChecks(turn: ScheduledTurn, error: string): Pick<Sample, 'checks'> {
  const failed = { isMet: false, got: `(no reply: ${error})` }
  return checksOf(turn, { reply: failed, transcript: { isMet: false, got: turn.transcript?.heard() ?? '' } })
}

type Outcome = { readonly isMet: boolean; readonly got: string }

/** The outcomes of the checks that a turn has, with their numbers. */
function checksOf(
  { expect: expected, transcript, firstCheck }: ScheduledTurn,
  outcomes: { readonly reply: Outcome | null; readonly transcript: Outcome },
): Pick<Sample, 'checks'> {
  const checks: CheckOutcome[] = []
  const add = (check: number, { isMet, got }: Outcome) =>
    checks.push({ check, isMet, ...(!isMet && { got: truncateReply(got) }) })
  if (expected !== undefined && outcomes.reply !== null) add(firstCheck, outcomes.reply)
  if (transcript !== undefined) add(firstCheck + (expected === undefined ? 0 : 1), outcomes.transcript)
  return checks.length === 0 ? {} : { checks }
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
