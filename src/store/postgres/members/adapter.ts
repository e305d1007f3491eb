import { randomBytes } from 'node:crypto'
import type { FileHash } from '../../../domain/files/ports.js'
import type { StoreAdapter } from '../../disk/adapter.js'
import { createWriteTimes } from '../../write-times.js'
import type { Data, Proposal } from '../../writing.js'
import { type OpenedPostgres, type PostgresSettings, prepare, requireUrl } from '../adapter.js'
import { createAnnouncements, ENTRIES_CHANNEL } from '../announcements.js'
import { createReplica, type Replica, readRemovedFiles } from '../replica.js'
import { connectPostgres, explainConnection, type PostgresSession } from '../session.js'
import { createSessions } from '../sessions.js'
import { createSideSession } from '../side-session.js'
import type { PostgresUrl } from '../url.js'
import { createWriterState } from '../writer-state.js'
import {
  claimAsMember,
  closeDoor,
  join,
  leave,
  noteFolder,
  openDoor,
  requireSameFolder,
  shareDatabase,
} from './join.js'
import { createKnownEntries } from './known-entries.js'
import { createMembership } from './membership.js'
import { ANSWERS_CHANNEL, createPeers, QUESTIONS_CHANNEL } from './peers.js'
import { createSharedReads } from './readings.js'
import { createTurns } from './turns.js'

type Opening = PostgresSettings & { readonly url: PostgresUrl }

/**
 * Opens the records in a PostgreSQL database, beside other processes that do the same. Rejects with a StoreError when there
 * is no way to them, when a process has them alone, or when they were written by a newer version.
 */
export async function openAsMember(settings: PostgresSettings): Promise<OpenedPostgres> {
  const url = requireUrl(settings.address)
  const { timers } = settings
  const session = await connectPostgres(url).catch(explainConnection(url))
  try {
    // First, so that of those who come at the same moment one is alone.
    await closeDoor(session)
    await shareDatabase(session, url, timers)
    return await enter(session, { ...settings, url })
  } catch (error) {
    await session.end().catch(() => undefined)
    return explainConnection(url)(error)
  }
}

async function enter(session: PostgresSession, settings: Opening): Promise<OpenedPostgres> {
  const { url, codecs, timers, folder } = settings
  await prepare(session, url, settings)
  const replica = createReplica(codecs, url)
  // Most of it before others have to wait for this one to follow.
  await replica.catchUp(session)
  const member = randomBytes(16).toString('hex')
  const { isAlone, lastSeq, formerAnswersMs } = await join(session, member)
  const id = await folder.enter({ shown: url.shown, lastSeq, isAlone })
  if (isAlone) await noteFolder(session, id)
  else await requireSameFolder(session, url, id).catch(leaveAgain(session, member))
  await timers.sleep(formerAnswersMs)
  await replica.catchUp(session)
  const removedFiles = isAlone ? await readRemovedFiles(session) : new Set<FileHash>()
  const opened = openAdapter(settings, { session, member, replica, isAlone })
  // Whoever comes next must not write beside one that puts records and files in step.
  if (!isAlone) await openDoor(session)
  return {
    ...{ ...opened, removedFiles },
    isBeside: !isAlone,
    async settled() {
      if (!isAlone) return
      await session.run('delete from parley.removed_files')
      await openDoor(session)
    },
  }
}

const leaveAgain = (session: PostgresSession, member: string) => async (error: unknown) => {
  await leave(session, member)
  throw error
}

type Entered = {
  readonly session: PostgresSession
  readonly member: string
  readonly replica: Replica
  readonly isAlone: boolean
}

function openAdapter(settings: Opening, { session, member, replica, isAlone }: Entered) {
  const { url, codecs, timers, log } = settings
  const found = replica.content()
  const entries = createKnownEntries({ codecs, member, found, shown: url.shown })
  const sessions = createSessions({ url, first: session, claim: claimAsMember(member), timers })
  const state = createWriterState({ log, shown: url.shown, timers })
  const announcing = createSideSession(url, timers)
  const { announce: onEntry } = createAnnouncements(announcing)
  const fail = (cause: unknown) => {
    membership.lose(cause)
    return state.fail(cause)
  }
  const turnsDeps = { rows: found.rows, member, entries, sessions, onEntry }
  const turns = createTurns({ ...turnsDeps, state: { ...state, fail } })
  const following = createSideSession(url, timers, {
    begin: `listen ${ENTRIES_CHANNEL}; listen ${QUESTIONS_CHANNEL}; listen ${ANSWERS_CHANNEL}`,
    onNotification({ channel, payload }) {
      if (channel === ENTRIES_CHANNEL) membership.hear(Number(payload))
      else hear(channel, payload)
    },
  })
  const joined = { member, session: following, entries, turns, isAlone }
  const membership = createMembership({ ...joined, timers, log })
  // Beside what shows that this member lives: an answer may be long.
  const { peers, hear } = createPeers({
    member,
    session: announcing,
    refresh: membership.leases.refresh,
    timers,
    log,
  })
  const readings = createSharedReads({ member, session: announcing, log })
  const times = createWriteTimes()
  const proposals: Proposal[] = []
  const data: Data = {
    records: found.records,
    pending: [],
    shared: { proposals, attach: entries.attach },
  }
  const write = () => {
    const proposed = proposals.splice(0)
    return proposed.length > 0 ? turns.propose(proposed) : turns.settle()
  }
  const adapter: StoreAdapter = {
    read: async () => data,
    write: () => times.measure(write()),
    // A row that was removed is gone for every query; docs/store.md says what PostgreSQL keeps of it.
    compactNow: turns.settle,
    status: () => state.read().status,
    health: () => ({ ...state.read(), journalBytes: 0, isCompacting: false, writes: times.read() }),
    async close() {
      sessions.stopWaiting()
      state.close()
      // What it does for another one that is gone may still write.
      await membership.end()
      await turns.settle()
      if (!sessions.current().isLost()) await leave(sessions.current(), member).catch(() => undefined)
      await Promise.all([sessions.end(), announcing.end(), following.end()])
    },
  }
  const { duties, leases, elsewhere } = membership
  return { adapter, leadership: membership, shared: { duties, leases, elsewhere, peers, readings } }
}
