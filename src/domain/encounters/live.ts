import type { EncounterEndReason } from '../../contract/encounters.js'
import type { Limits } from '../../contract/limits.js'
import { type Caller, holdsScope } from '../access.js'
import { DomainError, notFound } from '../errors.js'
import { createConditionVariable } from './condition-variable.js'
import { type PlayDeps, playEncounter, rememberBrokenOff } from './play.js'
import type { EncounterStore } from './ports.js'
import type { EncounterRecord } from './record.js'
import { type EncounterListener, streamEncounter } from './stream-encounter.js'
import { createEncounterVoices, type EncounterVoicesDeps } from './voices.js'

/** The encounters of this server: those that run, and what is kept of those that ended. */
export interface LiveEncounters {
  /** Stores it and lets it run. Throws `quota` while as many of the account run as may. */
  begin(record: EncounterRecord): Promise<void>
  /**
   * Tells all that has happened, then what happens, each event once a listener; until the call it resolves with is made.
   * Throws `not_found` for an encounter of somebody else, and to who may not read encounters.
   */
  subscribe(caller: Subscriber, id: string, listener: EncounterListener): Promise<() => void>
  /** Ends those that a crash has left running, with the reason `error`; both remember what was said. For the start. */
  recover(): Promise<void>
  /** Cancels those that run; resolves when all is stored. */
  stop(): Promise<void>
}
export type Subscriber = Pick<Caller, 'accountId' | 'scopes' | 'session'> & {
  /** False: sound is of no use to it. */
  readonly hasSpeaker?: boolean
}

export type LiveEncounterDeps = PlayDeps &
  EncounterVoicesDeps & {
    readonly encounters: EncounterStore
    readonly limits: Pick<Limits, 'runningEncounters'>
  }

type Running = {
  record: EncounterRecord
  readonly changed: ReturnType<typeof createConditionVariable>
  readonly stop: AbortController
  over: Promise<void>
}

/** Remembering what a crash has broken off. */
type Recovery = { readonly stop: AbortController; over: Promise<unknown> }

/** Ended encounters are kept so long, in milliseconds, and so many of an account. */
const KEPT_MS = 24 * 60 * 60 * 1000
const KEPT_ENDED = 100
/** When one of those that run may have ended. */
const RETRY_SECONDS = 10
const FAILED = 'An encounter failed'

export function createLiveEncounters(deps: LiveEncounterDeps): LiveEncounters {
  const { encounters, clock } = deps
  const all = new Map<string, Running>()
  const voices = createEncounterVoices(deps)
  const recovery: Recovery = { stop: new AbortController(), over: Promise.resolve() }

  return {
    begin: async (record) => {
      await insert(deps, record)
      const live: Running = {
        record,
        changed: createConditionVariable(),
        stop: new AbortController(),
        over: Promise.resolve(),
      }
      all.set(record.id, live)
      live.over = play(deps, live, () => void all.delete(record.id))
    },
    subscribe: async (caller, id, listener) => {
      const kept = await readable(deps, caller, id)
      const live = all.get(id)
      // It may have ended while it was looked up.
      const record = live?.record ?? (await encounters.find(id)) ?? kept
      const changed = () => live?.changed.wait() ?? never()
      const ear = { listener, voices: caller.hasSpeaker === false ? undefined : voices }
      return streamEncounter({ record: () => live?.record ?? record, changed }, ear)
    },
    recover: async () => {
      const end = ending('error', clock.now())
      const broken = await encounters.running()
      for (const { id } of broken) await encounters.update(id, end)
      // A model may take its time over it: the start does not wait.
      recovery.over = Promise.all(
        broken.map((record) => rememberBrokenOff(deps, record, recovery.stop.signal)),
      )
    },
    stop: async () => {
      const running = [...all.values()]
      for (const { stop } of [...running, recovery]) stop.abort('stopped')
      voices.stop()
      await Promise.all([...running, recovery].map(({ over }) => over))
    },
  }
}

/** Lets it run to its end; `onOver` is called once all of that is stored, before it is told. */
async function play(deps: LiveEncounterDeps, live: Running, onOver: () => void): Promise<void> {
  const { encounters, clock, log } = deps
  const { id } = live.record
  const said = async (line: EncounterRecord['lines'][number]) => {
    const after = await encounters.update(id, (record) => ({ ...record, lines: [...record.lines, line] }))
    if (after === undefined) return undefined
    live.record = after
    live.changed.wake()
    return after
  }
  const fail = (error: unknown): EncounterEndReason => {
    log.error(FAILED, { encounter_id: id, err: error })
    return 'error'
  }
  const reason = await playEncounter(deps, { record: live.record, said }, live.stop.signal).catch(fail)
  const end = ending(reason, clock.now())
  await encounters.update(id, end).catch(fail)
  live.record = end(live.record)
  onOver()
  live.changed.wake()
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

/** Of one that runs no more, or not yet, nothing new is heard. */
const never = () => new Promise<void>(() => undefined)

const keptSince = (now: Date) => new Date(now.getTime() - KEPT_MS).toISOString()

const ending =
  (reason: EncounterEndReason, now: Date) =>
  (record: EncounterRecord): EncounterRecord =>
    record.reason === null ? { ...record, reason, endedAt: now.toISOString() } : record
