import type { EncounterEndReason } from '../../contract/encounters.js'
import type { Limits } from '../../contract/limits.js'
import { type Caller, holdsScope } from '../access.js'
import { DomainError, notFound } from '../errors.js'
import { type EncounterEvent, endEvent, eventsOf, messageEvent } from './events.js'
import { type PlayDeps, playEncounter } from './play.js'
import type { EncounterStore } from './ports.js'
import type { EncounterRecord } from './record.js'

export type Listener = (event: EncounterEvent) => void

/** The encounters of this server: those that run, and what is kept of those that ended. */
export interface LiveEncounters {
  /** Stores it and lets it run. Throws `quota` while as many of the account run as may. */
  begin(record: EncounterRecord): Promise<void>
  /**
   * Tells all that has happened, then what happens, each event once a listener; until the call it resolves with is made.
   * Throws `not_found` for an encounter of somebody else, and to who may not read encounters.
   */
  subscribe(caller: Subscriber, id: string, listener: Listener): Promise<() => void>
  /** Ends those that a crash has left running, with the reason `error`. For the start. */
  recover(): Promise<void>
  /** Cancels those that run; resolves when all is stored. */
  stop(): Promise<void>
}
export type Subscriber = Pick<Caller, 'accountId' | 'scopes' | 'session'>

export type LiveEncounterDeps = PlayDeps & {
  readonly encounters: EncounterStore
  readonly limits: Pick<Limits, 'runningEncounters'>
}

type Running = {
  record: EncounterRecord
  readonly listeners: Set<Listener>
  readonly stop: AbortController
  over: Promise<void>
}

/** Ended encounters are kept so long, in milliseconds, and so many of an account. */
const KEPT_MS = 24 * 60 * 60 * 1000
const KEPT_ENDED = 100
/** When one of those that run may have ended. */
const RETRY_SECONDS = 10
const FAILED = 'An encounter failed'

export function createLiveEncounters(deps: LiveEncounterDeps): LiveEncounters {
  const { encounters, clock, log } = deps
  const all = new Map<string, Running>()

  const play = async (live: Running) => {
    const tell = (events: readonly EncounterEvent[]) => {
      for (const listener of [...live.listeners]) for (const event of events) listener(event)
    }
    const said = async (line: EncounterRecord['lines'][number]) => {
      const { id } = live.record
      const after = await encounters.update(id, (record) => ({ ...record, lines: [...record.lines, line] }))
      if (after === undefined) return undefined
      live.record = after
      tell([messageEvent(after, after.lines.length - 1)].filter((event) => event !== undefined))
      return after
    }
    const reason = await playEncounter(deps, { record: live.record, said }, live.stop.signal).catch(
      (error: unknown): EncounterEndReason => {
        log.error(FAILED, { encounter_id: live.record.id, err: error })
        return 'error'
      },
    )
    const end = ending(reason, clock.now())
    await encounters.update(live.record.id, end).catch((error: unknown) => {
      log.error(FAILED, { encounter_id: live.record.id, err: error })
    })
    live.record = end(live.record)
    all.delete(live.record.id)
    tell(endEvent(live.record))
  }

  return {
    begin: async (record) => {
      await insert(deps, record)
      const live: Running = {
        record,
        listeners: new Set(),
        stop: new AbortController(),
        over: Promise.resolve(),
      }
      all.set(record.id, live)
      live.over = play(live)
    },
    subscribe: async (caller, id, listener) => {
      const kept = await readable(deps, caller, id)
      const live = all.get(id)
      // It may have ended while it was looked up.
      const record = live?.record ?? (await encounters.find(id)) ?? kept
      for (const event of eventsOf(record)) listener(event)
      live?.listeners.add(listener)
      return () => void live?.listeners.delete(listener)
    },
    recover: async () => {
      const end = ending('error', clock.now())
      for (const { id } of await encounters.running()) await encounters.update(id, end)
    },
    stop: async () => {
      const running = [...all.values()]
      for (const { stop } of running) stop.abort('stopped')
      await Promise.all(running.map(({ over }) => over))
    },
  }
}

async function insert(
  { encounters, limits, clock }: LiveEncounterDeps,
  record: EncounterRecord,
): Promise<void> {
  const { runningEncounters: running } = limits
  const endedSince = keptSince(clock.now())
  if (await encounters.insert(record, { running, ended: KEPT_ENDED, endedSince })) return
  const message = `At most ${running} encounters of an account at once`
  throw new DomainError('quota', message, { retryAfterSeconds: RETRY_SECONDS })
}

/** Nobody else's exists for the caller, nor does one whose time is over. */
async function readable(
  { encounters, clock }: Pick<LiveEncounterDeps, 'encounters' | 'clock'>,
  caller: Subscriber,
  id: string,
): Promise<EncounterRecord> {
  const record = await encounters.find(id)
  const isOwn = record?.userId === caller.accountId && caller.session === undefined
  const isKept = (record?.endedAt ?? null) === null || (record?.endedAt ?? '') >= keptSince(clock.now())
  if (record === undefined || !isOwn || !isKept || !holdsScope(caller, 'encounters:read'))
    throw notFound('Encounter')
  return record
}

const keptSince = (now: Date) => new Date(now.getTime() - KEPT_MS).toISOString()

const ending =
  (reason: EncounterEndReason, now: Date) =>
  (record: EncounterRecord): EncounterRecord =>
    record.reason === null ? { ...record, reason, endedAt: now.toISOString() } : record
