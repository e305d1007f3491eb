import type { EncounterEndReason } from '../../contract/encounters.js'
import type { Limits } from '../../contract/limits.js'
import { type Caller, holdsScope } from '../access.js'
import type { ChangeFeed } from '../change-feed.js'
import { createConditionVariable } from '../condition-variable.js'
import { domainError, notFound } from '../errors.js'
import type { Leadership } from '../leadership.js'
import type { Leases } from '../leases.js'
import { type UnitOfWork, updateRecord } from '../unit-of-work.js'
import { createEncounterAudio, type EncounterAudioDeps } from './encounter-audio.js'
import { insertEncounter } from './insert-encounter.js'
import type { EncounterRepository } from './ports.js'
import type { EncounterRecord } from './record.js'
import { type RunEncounterDeps, rememberInterrupted, runEncounter } from './run-encounter.js'
import { type EncounterListener, streamEncounter } from './stream-encounter.js'

/** The running encounters of this server, and the stored ones that have ended or run at another server. */
export interface LiveEncounters {
  /** Stores it and runs it in the background. Throws `quota` when too many of the account are running. */
  begin(record: EncounterRecord): Promise<void>
  /**
   * Sends all past events, then new ones, each once; resolves with how to unsubscribe. Throws `not_found` for an encounter
   * of another account, and for callers that may not read encounters.
   */
  subscribe(caller: EncounterSubscriber, id: string, listener: EncounterListener): Promise<() => void>
  /** At the start: ends encounters interrupted by a crash, with the reason `error`; both sides remember them. */
  recover(): Promise<void>
  /** Cancels the running encounters; resolves when everything is stored. */
  stop(): Promise<void>
}
export type EncounterSubscriber = Pick<Caller, 'accountId' | 'scopes' | 'session'> & {
  /** False when the client has no loudspeaker. */
  readonly hasSpeaker?: boolean
}

export type LiveEncounterDeps = RunEncounterDeps &
  EncounterAudioDeps &
  UnitOfWork & {
    readonly encounters: EncounterRepository
    /** One for each encounter that runs, so that no other process takes it for an interrupted one. */
    readonly encounterLeases: Pick<Leases, 'acquire'>
    /** How the lines of those that run at another server are known here. */
    readonly changes: ChangeFeed
    readonly leadership?: Pick<Leadership, 'confirm'> | undefined
    readonly limits: Pick<Limits, 'runningEncounters'>
  }

type RunningEncounter = {
  record: EncounterRecord
  readonly changed: ReturnType<typeof createConditionVariable>
  readonly stop: AbortController
  finished: Promise<void>
}

/** The extraction of memories from encounters that a crash interrupted. */
type Recovery = { readonly stop: AbortController; finished: Promise<unknown> }

/** How long ended encounters are kept, in milliseconds, and how many of an account. */
const RETENTION_MS = 24 * 60 * 60 * 1000
const MAX_RETAINED = 100
/** A guess of when a running encounter ends. */
const RETRY_SECONDS = 10
const FAILED = 'An encounter failed'

export function createLiveEncounters(deps: LiveEncounterDeps): LiveEncounters {
  const { encounters, clock } = deps
  const all = new Map<string, RunningEncounter>()
  const audio = createEncounterAudio(deps)
  const recovery: Recovery = { stop: new AbortController(), finished: Promise.resolve() }

  return {
    begin: async (record) => {
      const lease = await deps.encounterLeases.acquire(record.id)
      try {
        await storeEncounter(deps, record)
      } catch (error) {
        lease?.release()
        throw error
      }
      const live: RunningEncounter = {
        record,
        changed: createConditionVariable(),
        stop: new AbortController(),
        finished: Promise.resolve(),
      }
      all.set(record.id, live)
      live.finished = runInBackground(deps, live, () => {
        all.delete(record.id)
        lease?.release()
      })
    },
    subscribe: async (caller, id, listener) => {
      const stored = await findReadableEncounter(deps, caller, id)
      const live = all.get(id)
      const subscription = { listener, audio: caller.hasSpeaker === false ? undefined : audio }
      if (live !== undefined)
        return streamEncounter({ record: () => live.record, changed: live.changed.wait }, subscription)
      const followed = await followEncounter(deps, stored)
      const unsubscribe = streamEncounter(followed, subscription)
      return () => {
        unsubscribe()
        followed.stop()
      }
    },
    recover: async () => {
      const end = endedWith('error', clock.now())
      const interrupted = await withoutLease(deps, await encounters.listRunning())
      for (const { id } of interrupted) await updateRecord(deps, { kind: 'encounters', id }, end)
      // The start does not wait for it, because a model may be slow.
      recovery.finished = Promise.all(
        interrupted.map((record) => rememberInterrupted(deps, record, recovery.stop.signal)),
      )
    },
    stop: async () => {
      const running = [...all.values()]
      for (const { stop } of [...running, recovery]) stop.abort('stopped')
      audio.stop()
      await Promise.all([...running, recovery].map(({ finished }) => finished))
    },
  }
}

/** Runs it to its end; calls `onEnd` once everything is stored, before listeners are notified. */
async function runInBackground(
  deps: LiveEncounterDeps,
  live: RunningEncounter,
  onEnd: () => void,
): Promise<void> {
  const { clock, log } = deps
  const { id } = live.record
  const appendLine = async (line: EncounterRecord['lines'][number]) => {
    const updated = await updateRecord(deps, { kind: 'encounters', id }, (record) => ({
      ...record,
      lines: [...record.lines, line],
    }))
    if (updated === undefined) return undefined
    live.record = updated
    live.changed.notifyAll()
    return updated
  }
  const fail = (error: unknown): EncounterEndReason => {
    log.error(FAILED, { encounter_id: id, err: error })
    return 'error'
  }
  const reason = await runEncounter(deps, { record: live.record, appendLine }, live.stop.signal).catch(fail)
  const end = endedWith(reason, clock.now())
  await updateRecord(deps, { kind: 'encounters', id }, end).catch(fail)
  live.record = end(live.record)
  onEnd()
  live.changed.notifyAll()
}

async function storeEncounter(deps: LiveEncounterDeps, record: EncounterRecord): Promise<void> {
  const { runningEncounters: maxRunning } = deps.limits
  const endedSince = retainedSince(deps.clock.now())
  if (await insertEncounter(deps, record, { maxRunning, maxEnded: MAX_RETAINED, endedSince })) return
  throw domainError('tooManyEncounters', maxRunning, { retryAfterSeconds: RETRY_SECONDS })
}

/** Those that no process runs. */
async function withoutLease(
  { encounterLeases }: Pick<LiveEncounterDeps, 'encounterLeases'>,
  records: readonly EncounterRecord[],
): Promise<EncounterRecord[]> {
  const found: EncounterRecord[] = []
  for (const record of records) {
    const lease = await encounterLeases.acquire(record.id)
    if (lease !== undefined) found.push(record)
    lease?.release()
  }
  return found
}

/** One that has ended, perhaps since it was looked up, or that runs at another server, whose changes come with the feed. */
async function followEncounter(
  { encounters, changes, clock }: Pick<LiveEncounterDeps, 'encounters' | 'changes' | 'clock'>,
  stored: EncounterRecord,
) {
  const changed = createConditionVariable()
  let record = stored
  const stop = changes(['encounters'], ({ id, after }) => {
    if (id !== stored.id) return
    // One that is removed with a character is cancelled.
    record = after ?? endedWith('cancelled', clock.now())(record)
    changed.notifyAll()
  })
  record = (await encounters.find(stored.id)) ?? endedWith('cancelled', clock.now())(record)
  // There are no changes after the end.
  if (record.reason !== null) stop()
  return { record: () => record, changed: changed.wait, stop }
}

/** Throws `not_found` for an encounter of another account, and for one past its retention. */
async function findReadableEncounter(
  deps: Pick<LiveEncounterDeps, 'encounters' | 'clock' | 'leadership'>,
  caller: EncounterSubscriber,
  id: string,
): Promise<EncounterRecord> {
  const { encounters, clock, leadership } = deps
  let record = await encounters.find(id)
  if (record === undefined && leadership !== undefined) {
    // It may have begun at another server a moment ago.
    await leadership.confirm()
    record = await encounters.find(id)
  }
  const isOwn = record?.userId === caller.accountId && caller.session === undefined
  const isRetained =
    (record?.endedAt ?? null) === null || (record?.endedAt ?? '') >= retainedSince(clock.now())
  if (record === undefined || !isOwn || !isRetained || !holdsScope(caller, 'encounters:read'))
    throw notFound('Encounter')
  return record
}

const retainedSince = (now: Date) => new Date(now.getTime() - RETENTION_MS).toISOString()

const endedWith =
  (reason: EncounterEndReason, now: Date) =>
  (record: EncounterRecord): EncounterRecord =>
    record.reason === null ? { ...record, reason, endedAt: now.toISOString() } : record
