import { hostname } from 'node:os'
import type { Timers } from '../../../domain/clock.js'
import { StoreError } from '../../store-error.js'
import { MEMBERS } from '../commit-rows.js'
import { LEASE_MS } from '../lease.js'
import { LOCK, readWriter } from '../ownership.js'
import type { PostgresSession } from '../session.js'
import { otherFolder } from '../standby.js'
import type { PostgresUrl } from '../url.js'
import { MembershipLost } from './known-entries.js'

/** Of the locks of parley, that of who changes the schema, or is the first of the members. */
const DOOR = '1885434473, 2'
/** A server that is on its way out gives the database back within this time, and one that opens it is done. */
const PATIENCE_MS = 10_000
const RETRY_MS = 100
/** PostgreSQL ends a turn in which nothing happens for so long, so that nobody waits for a process that hangs. */
const IDLE_MS = 3000

/** Comes in beside those who share the database. Rejects with a StoreError while a server has it alone. */
export async function shareDatabase(
  session: PostgresSession,
  { shown }: PostgresUrl,
  { elapsed, sleep }: Pick<Timers, 'elapsed' | 'sleep'>,
): Promise<void> {
  const end = elapsed() + PATIENCE_MS
  await session.run(`set idle_in_transaction_session_timeout = ${IDLE_MS}`)
  while (!(await tryShare(session))) {
    if (elapsed() > end) {
      throw new StoreError(`The database ${shown} is already served by a parley without --members.`, {
        hint: 'Start all servers of a database with --members, or serve another database.',
      })
    }
    await sleep(RETRY_MS)
  }
}

const tryShare = (session: PostgresSession) => isTrue(session, `pg_try_advisory_lock_shared(${LOCK})`)

async function isTrue(session: PostgresSession, expression: string): Promise<boolean> {
  const { rows } = await session.query(`select ${expression} as result`)
  return rows[0]?.['result'] === true
}

/** Waits for those who come in before. For as long as the door is closed nobody else comes in. */
export const closeDoor = (session: PostgresSession): Promise<number> =>
  session.run(`select pg_advisory_lock(${DOOR})`)

export const openDoor = (session: PostgresSession): Promise<number> =>
  session.run(`select pg_advisory_unlock(${DOOR})`)

export type Joined = {
  /** Nobody else serves the database. */
  readonly isAlone: boolean
  readonly lastSeq: number
  /** The server before may still answer for so long. */
  readonly formerAnswersMs: number
}

/** Enters this process as a member. With the door closed. */
export async function join(session: PostgresSession, member: string): Promise<Joined> {
  const former = await readWriter(session)
  // Only while nobody shares it any more; those who were killed have rows that say nothing.
  const isAlone = await isTrue(session, `pg_try_advisory_lock(${LOCK})`)
  const holder = JSON.stringify({ pid: process.pid, host: hostname() })
  await session.run(`begin; select 1 from parley.store for update;
    ${isAlone ? 'delete from parley.members;' : ''}
    update parley.store set writer = '${MEMBERS}';`)
  await session.query('insert into parley.members (name, holder, seq) select $1, $2, seq from parley.store', [
    member,
    holder,
  ])
  await session.run('commit')
  if (isAlone) await session.run(`select pg_advisory_unlock(${LOCK})`)
  const formerAnswers = former.isLeased && former.name !== '' && former.name !== MEMBERS
  return { isAlone, lastSeq: former.seq, formerAnswersMs: formerAnswers ? LEASE_MS : 0 }
}

/** Rejects with a StoreError when the others have another data folder than the one with this id. */
export async function requireSameFolder(
  session: PostgresSession,
  url: PostgresUrl,
  id: string,
): Promise<void> {
  const { folderLock } = await readWriter(session)
  if (folderLock !== id) throw otherFolder(url)
}

/** Notes the data folder of the members, for those who come later. */
export const noteFolder = (session: PostgresSession, id: string): Promise<unknown> =>
  session.query('update parley.store set holder = $1', [JSON.stringify({ folderLock: id, isLeased: false })])

/** Says that this member writes nothing any more. */
export async function leave(session: PostgresSession, member: string): Promise<void> {
  await session.run(
    `begin; select 1 from parley.store for update; delete from parley.members where name = '${member}'; commit`,
  )
}

/** Comes in anew after PostgreSQL was away; undefined: it has to be tried again. */
export const claimAsMember =
  (member: string) =>
  async (next: PostgresSession): Promise<true | undefined> => {
    await next.run(`set idle_in_transaction_session_timeout = ${IDLE_MS}`)
    const isShared = await tryShare(next)
    const { rows } = await next.query(
      `select writer = '${MEMBERS}' and exists (select 1 from parley.members where name = $1) as member from parley.store`,
      [member],
    )
    if (rows[0]?.['member'] !== true) throw new MembershipLost('the others have counted this server out')
    return isShared ? true : undefined
  }
