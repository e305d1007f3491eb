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
 * Sends the client all events of an encounter, from its beginning. Subscribing again replaces the subscription and
 * starts from the beginning again (docs/wire-protocol.md, Encounters).
 */
export function handleSubscribeEncounter(
  connection: Connection,
  session: Session,
  { liveEncounters, clock }: SubscribeDeps,
): void {
  const { socket, limits } = connection
  // The typed socket cannot relate the name to its payload; the type of the event has checked that they match.
  const emit = (event: string, payload: object) =>
    (socket as { emit: (event: string, payload: object) => unknown }).emit(event, payload)
  const checkSubscriptionLimits = createSubscriptionLimits(clock)
  const subscriptions = new Map<string, Subscription>()
  const replaceSubscription = (encounterId: string): Subscription => {
    const subscription = createSubscription(() => {
      if (subscriptions.get(encounterId) === subscription) subscriptions.delete(encounterId)
    })
    subscriptions.get(encounterId)?.stop()
    subscriptions.set(encounterId, subscription)
    return subscription
  }

  onClientEvent(connection, 'subscribe_encounter', async ({ encounterId }) => {
    session.touch()
    checkSubscriptionLimits(subscriptions.has(encounterId) ? 0 : subscriptions.size)
    const subscription = replaceSubscription(encounterId)
    // A recording of many minutes is available at once: send it only as fast as the client reads.
    const deliver = ({ name, payload }: EncounterEvent) => {
      if (subscription.isStopped()) return undefined
      emit(name, payload)
      if (name === 'encounter_end') subscription.stop()
      return limits.waitForDrain()
    }
    const caller = { ...session.caller, hasSpeaker: session.hasSpeaker }
    try {
      subscription.setUnsubscribe(await liveEncounters.subscribe(caller, encounterId, deliver))
    } catch (error) {
      subscription.stop()
      throw error
    }
  })
  socket.on('disconnect', () => {
    for (const { stop } of [...subscriptions.values()]) stop()
  })
}

/** Returns a check that throws a DomainError of kind `quota`: too many in the last minute, or too many at once. */
function createSubscriptionLimits(clock: Clock): (others: number) => void {
  const limit = ENCOUNTER_SUBSCRIPTIONS_PER_MINUTE
  const rateLimit = createRateLimit({ clock, limit, windowMs: MINUTE_MS })
  return (others) => {
    if (!rateLimit.take()) throw domainError('subscribedTooOften', limit)
    if (others >= ENCOUNTER_SUBSCRIPTIONS) throw domainError('tooManySubscriptions', ENCOUNTER_SUBSCRIPTIONS)
  }
}

type Subscription = {
  isStopped(): boolean
  setUnsubscribe(unsubscribe: () => void): void
  stop(): void
}

/** A subscription that may be stopped before `setUnsubscribe` is called. */
function createSubscription(onStop: () => void): Subscription {
  let unsubscribe: (() => void) | undefined
  let isStopped = false
  return {
    isStopped: () => isStopped,
    setUnsubscribe: (call) => {
      unsubscribe = call
      if (isStopped) unsubscribe()
    },
    stop: () => {
      isStopped = true
      unsubscribe?.()
      onStop()
    },
  }
}
