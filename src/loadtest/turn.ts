import type { Session } from '../client/create-client.js'
import { isAsExpected } from './expectation.js'
import { bounded } from './failures.js'
import type { InFlightCounter } from './in-flight.js'
import type { Sample, TurnMetric } from './metrics.js'
import type { Loudspeaker } from './playback.js'
import type { ReplyEnd, ReplyWatch } from './reply-watch.js'
import { type RunClock, sleepUntil, withTimeout } from './run-clock.js'

export type TurnDeps = {
  readonly session: Session
  /** Null: the player hears nothing. */
  readonly loudspeaker: Loudspeaker | null
  readonly clock: RunClock
  readonly turnTimeoutMs: number
  /** Replies that this player has got. */
  readonly seen: Set<string>
  readonly activity: InFlightCounter
  record(sample: Sample): void
}

/** One turn: when it was meant to begin, and what its reply has to be. */
export type Turn = {
  readonly at: number
  readonly expect?: string | undefined
  /** What is wrong with the turn besides its reply, such as what was heard. */
  readonly fault?: () => string | null
}

/** Follows a reply to its end, its sound included, and records what it took. A turn without its end is lost. */
export async function followReply(deps: TurnDeps, turn: Turn, watch: ReplyWatch): Promise<void> {
  const { clock, turnTimeoutMs } = deps
  const record = recorder(deps, turn.at)
  const end = await deps.activity.track('turnsInFlight', () =>
    withTimeout(turn.at + turnTimeoutMs - clock.now(), watch.ended),
  )
  const firstTextAt = watch.firstTextAt()
  if (firstTextAt !== null) record('turn.first_text', firstTextAt)
  if (end === null || end.messageId === null) {
    return record('turn.lost', turn.at, { error: end?.failure ?? 'timeout', ...detailOf(end) })
  }
  record('turn.complete', end.at, fault(end, turn))
  if (deps.loudspeaker !== null && !end.isInterrupted) await followSound(deps, turn, end.messageId)
}

/** Records times from one moment on. */
export const recorder =
  ({ record }: Pick<TurnDeps, 'record'>, at: number) =>
  (metric: TurnMetric, when: number, fault: Fault | string | null = null): void => {
    const { error, ...detail } = typeof fault === 'object' && fault !== null ? fault : { error: fault }
    record({ metric, at, ms: when - at, error, ...detail })
  }

/** What is wrong with a turn, and what is known of it. */
type Fault = Pick<Sample, 'error' | 'detail'>

/** Why a reply that came is not what it should be. */
function fault(end: ReplyEnd, { expect: expected, fault: other }: Turn): Fault | string | null {
  const { text, failure, isInterrupted } = end
  const first = other?.() ?? null
  if (first !== null) return first
  if (failure !== null) return { error: failure, ...detailOf(end) }
  if (isInterrupted || expected === undefined || isAsExpected(text, expected)) return null
  return { error: 'unexpected', detail: { expected: bounded(expected), got: bounded(text) } }
}

const detailOf = (end: ReplyEnd | null): Pick<Sample, 'detail'> =>
  end === null || end.message === null ? {} : { detail: { message: bounded(end.message) } }

/** Waits for the sound of a reply, tells the service when it is played, as every player's app does. */
async function followSound(deps: TurnDeps, { at }: Turn, messageId: string): Promise<void> {
  const { session, clock, turnTimeoutMs } = deps
  const record = recorder(deps, at)
  const isWhole = await withTimeout(
    turnTimeoutMs,
    deps.loudspeaker?.whole(messageId).then(() => true) ?? pass(),
  )
  const playback = deps.loudspeaker?.of(messageId) ?? null
  if (playback === null) return record('turn.first_audio', clock.now(), 'silent')
  record('turn.first_audio', playback.firstAt)
  record('turn.gap', at + playback.worstGapMs, playback.lost > 0 ? 'lost' : null)
  if (isWhole === null) record('turn.lost', at, 'audio')
  await sleepUntil(clock, playback.endsAt)
  await session.notifyAudioPlaybackComplete(messageId)
}

const pass = async (): Promise<boolean> => true
