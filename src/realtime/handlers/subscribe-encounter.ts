import { MINUTE_MS } from '../../contract/durations.js'
import { ENCOUNTER_SUBSCRIPTIONS, ENCOUNTER_SUBSCRIPTIONS_PER_MINUTE } from '../../contract/limits.js'
import type { Clock } from '../../domain/clock.js'
import type { LiveEncounters } from '../../domain/encounters/live-encounters.js'
import type { EncounterEvent } from '../../domain/encounters/stream-encounter.js'
import { domainError } from '../../domain/errors.js'
import { createRateLimit } from '../../domain/sessions/rate-limit.js'
import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

export type SubscribeDeps = {
  readonly liveEncounters: Pick<LiveEncounters, 'subscribe'>
  readonly clock: Clock
}

/**
 * Tells the client of an encounter from its beginning; asked again, from its beginning again
 * (docs/wire-protocol.md, Encounters).
 */
export function handleSubscribeEncounter(
  door: Connection,
  session: Session,
  { liveEncounters, clock }: SubscribeDeps,
): void {
  const { socket, limits: connection } = door
  // The typed socket cannot see that name and payload belong together; the event's own type has checked it.
  const emit = (event: string, payload: object) =>
    (socket as { emit: (event: string, payload: object) => unknown }).emit(event, payload)
  const admit = createSubscriptionLimit(clock)
  const subscriptions = new Map<string, Subscription>()
  const follow = (encounterId: string): Subscription => {
    const own = createSubscription(() => {
      if (subscriptions.get(encounterId) === own) subscriptions.delete(encounterId)
    })
    subscriptions.get(encounterId)?.stop()
    subscriptions.set(encounterId, own)
    return own
  }

  onClientEvent(door, 'subscribe_encounter', async ({ encounterId }) => {
    session.touch()
    admit(subscriptions.has(encounterId) ? 0 : subscriptions.size)
    const subscription = follow(encounterId)
    // A recording of many minutes is there at once: it goes out as fast as the client reads.
    const tell = ({ name, payload }: EncounterEvent) => {
      if (subscription.isStopped()) return undefined
      emit(name, payload)
      if (name === 'encounter_end') subscription.stop()
      return connection.waitForDrain()
    }
    const caller = { ...session.caller, hasSpeaker: session.hasSpeaker }
    try {
      subscription.setUnsubscribe(await liveEncounters.subscribe(caller, encounterId, tell))
    } catch (error) {
      subscription.stop()
      throw error
    }
  })
  socket.on('disconnect', () => {
    for (const { stop } of [...subscriptions.values()]) stop()
  })
}

/** Throws `quota` for one subscription too many, of those that are live or of the last minute. */
function createSubscriptionLimit(clock: Clock): (others: number) => void {
  const limit = ENCOUNTER_SUBSCRIPTIONS_PER_MINUTE
  const allowance = createRateLimit({ clock, limit, windowMs: MINUTE_MS })
  return (others) => {
    if (!allowance.take()) throw domainError('subscribedTooOften', limit)
    if (others >= ENCOUNTER_SUBSCRIPTIONS) throw domainError('tooManySubscriptions', ENCOUNTER_SUBSCRIPTIONS)
  }
}

type Subscription = {
  isStopped(): boolean
  setUnsubscribe(leave: () => void): void
  stop(): void
}

/** It may be stopped before it has even started. */
function createSubscription(onStop: () => void): Subscription {
  let leave: (() => void) | undefined
  let isStopped = false
  return {
    isStopped: () => isStopped,
    setUnsubscribe: (leaving) => {
      leave = leaving
      if (isStopped) leave()
    },
    stop: () => {
      isStopped = true
      leave?.()
      onStop()
    },
  }
}
