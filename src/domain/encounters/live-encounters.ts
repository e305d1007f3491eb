import type { EncounterEndReason } from '../../contract/encounters.js'
import type { Limits } from '../../contract/limits.js'
import { type Caller, holdsScope } from '../access.js'
import { domainError, notFound } from '../errors.js'
import { createConditionVariable } from './condition-variable.js'
import { createEncounterAudio, type EncounterAudioDeps } from './encounter-audio.js'
import type { EncounterRepository } from './ports.js'
import type { EncounterRecord } from './record.js'
import { type RunEncounterDeps, rememberInterrupted, runEncounter } from './run-encounter.js'
import { type EncounterListener, streamEncounter } from './stream-encounter.js'

/** The encounters of this server: those that run, and what is kept of those that ended. */
export interface LiveEncounters {
  /** Stores it and lets it run. Throws `quota` while as many of the account run as may. */
  begin(record: EncounterRecord): Promise<void>
  /**
   * Tells all that has happened, then what happens, each event once a listener; until the call it resolves with is made.
   * Throws `not_found` for an encounter of somebody else, and to who may not read encounters.
   */
  subscribe(caller: EncounterSubscriber, id: string, listener: EncounterListener): Promise<() => void>
  /** Ends those that a crash has left running, with the reason `error`; both remember what was said. For the start. */
  recover(): Promise<void>
  /** Cancels those that run; resolves when all is stored. */
  stop(): Promise<void>
}
export type EncounterSubscriber = Pick<Caller, 'accountId' | 'scopes' | 'session'> & {
  /** False: sound is of no use to it. */
  readonly hasSpeaker?: boolean
}

export type LiveEncounterDeps = RunEncounterDeps &
  EncounterAudioDeps & {
    readonly encounters: EncounterRepository
    readonly limits: Pick<Limits, 'runningEncounters'>
  }

type RunningEncounter = {
  record: EncounterRecord
  readonly changed: ReturnType<typeof createConditionVariable>
  readonly stop: AbortController
  finished: Promise<void>
}

/** Remembering what a crash has broken off. */
type Recovery = { readonly stop: AbortController; finished: Promise<unknown> }

/** Ended encounters are kept so long, in milliseconds, and so many of an account. */
const RETENTION_MS = 24 * 60 * 60 * 1000
const MAX_RETAINED = 100
/** When one of those that run may have ended. */
const RETRY_SECONDS = 10
const FAILED = 'An encounter failed'

export function createLiveEncounters(deps: LiveEncounterDeps): LiveEncounters {
  const { encounters, clock } = deps
  const all = new Map<string, RunningEncounter>()
  const voices = createEncounterAudio(deps)
  const recovery: Recovery = { stop: new AbortController(), finished: Promise.resolve() }

  return {
    begin: async (record) => {
      await insertEncounter(deps, record)
      const live: RunningEncounter = {
        record,
        changed: createConditionVariable(),
        stop: new AbortController(),
        finished: Promise.resolve(),
      }
      all.set(record.id, live)
      live.finished = runInBackground(deps, live, () => void all.delete(record.id))
    },
    subscribe: async (caller, id, listener) => {
      const kept = await findReadableEncounter(deps, caller, id)
      const live = all.get(id)
      // It may have ended while it was looked up.
      const record = live?.record ?? (await encounters.find(id)) ?? kept
      const changed = () => live?.changed.wait() ?? neverResolves()
      const subscription = { listener, audio: caller.hasSpeaker === false ? undefined : voices }
      return streamEncounter({ record: () => live?.record ?? record, changed }, subscription)
    },
    recover: async () => {
      const end = endedWith('error', clock.now())
      const broken = await encounters.listRunning()
      for (const { id } of broken) await encounters.update(id, end)
      // A model may take its time over it: the start does not wait.
      recovery.finished = Promise.all(
        broken.map((record) => rememberInterrupted(deps, record, recovery.stop.signal)),
      )
    },
    stop: async () => {
      const running = [...all.values()]
      for (const { stop } of [...running, recovery]) stop.abort('stopped')
      voices.stop()
      await Promise.all([...running, recovery].map(({ finished: over }) => over))
    },
  }
}

/** Lets it run to its end; `onOver` is called once all of that is stored, before it is told. */
async function runInBackground(
  deps: LiveEncounterDeps,
  live: RunningEncounter,
  onOver: () => void,
): Promise<void> {
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
  const reason = await runEncounter(deps, { record: live.record, appendLine: said }, live.stop.signal).catch(
    fail,
  )
  const end = endedWith(reason, clock.now())
  await encounters.update(id, end).catch(fail)
  live.record = end(live.record)
  onOver()
  live.changed.wake()
}

async function insertEncounter(
  { encounters, limits, clock }: LiveEncounterDeps,
  record: EncounterRecord,
): Promise<void> {
  const { runningEncounters: running } = limits
  const endedSince = retainedSince(clock.now())
  if (await encounters.insert(record, { maxRunning: running, maxEnded: MAX_RETAINED, endedSince })) return
  throw domainError('tooManyEncounters', running, { retryAfterSeconds: RETRY_SECONDS })
}

/** Nobody else's exists for the caller, nor does one whose time is over. */
async function findReadableEncounter(
  { encounters, clock }: Pick<LiveEncounterDeps, 'encounters' | 'clock'>,
  caller: EncounterSubscriber,
  id: string,
): Promise<EncounterRecord> {
  const record = await encounters.find(id)
  const isOwn = record?.userId === caller.accountId && caller.session === undefined
  const isKept = (record?.endedAt ?? null) === null || (record?.endedAt ?? '') >= retainedSince(clock.now())
  if (record === undefined || !isOwn || !isKept || !holdsScope(caller, 'encounters:read'))
    throw notFound('Encounter')
  return record
}

/** Of one that runs no more, or not yet, nothing new is heard. */
const neverResolves = () => new Promise<void>(() => undefined)

const retainedSince = (now: Date) => new Date(now.getTime() - RETENTION_MS).toISOString()

const endedWith =
  (reason: EncounterEndReason, now: Date) =>
  (record: EncounterRecord): EncounterRecord =>
    record.reason === null ? { ...record, reason, endedAt: now.toISOString() } : record
