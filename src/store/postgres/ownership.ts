import { hostname } from 'node:os'
import type { Timers } from '../../domain/clock.js'
import { StoreError } from '../store-error.js'
import type { PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

/** Of all advisory locks of a database, those of parley. Several servers that take turns share it. */
export const LOCK = '1885434473, 1'
/** A connection of a process that was killed is closed within this time. */
const PATIENCE_MS = 3000
const RETRY_MS = 100

/** Takes the database for this connection alone. Rejects with a StoreError that names the server that has it. */
export async function lockDatabase(
  session: PostgresSession,
  { shown }: PostgresUrl,
  { elapsed, sleep }: Pick<Timers, 'elapsed' | 'sleep'>,
): Promise<void> {
  const end = elapsed() + PATIENCE_MS
  while (!(await tryLock(session))) {
    if (elapsed() > end) throw await alreadyServed(session, shown)
    await sleep(RETRY_MS)
  }
}

/** False while another connection has it. */
export async function tryLock(session: PostgresSession): Promise<boolean> {
  const { rows } = await session.query(`select pg_try_advisory_lock(${LOCK}) as locked`)
  return rows[0]?.['locked'] === true
}

/** Who writes, or wrote last. */
export type Writer = {
  /** The name under which it became the writer; empty: it has given the database back. */
  readonly name: string
  /** The id of the lock of its data folder. */
  readonly folderLock: string | undefined
  /** It answers nobody unless it knows that nobody has taken its place. */
  readonly isLeased: boolean
}

/**
 * Enters this process as the only writer, and resolves with the number of the last entry. Whatever an earlier writer still
 * sends is refused from now on.
 */
export async function becomeWriter(
  session: PostgresSession,
  { name, folderLock, isLeased }: Writer,
): Promise<number> {
  const holder = JSON.stringify({ pid: process.pid, host: hostname(), folderLock, isLeased })
  // Those who took turns write nothing any more, either.
  await session.run('delete from parley.members')
  const { rows } = await session.query('update parley.store set writer = $1, holder = $2 returning seq', [
    name,
    holder,
  ])
  return Number(rows[0]?.['seq'])
}

/** Says that the writer has answered for the last time, so that the next one need not wait. */
export async function giveBack(session: PostgresSession, name: string): Promise<void> {
  await session.query("update parley.store set writer = '' where writer = $1", [name])
}

export async function readWriter(session: PostgresSession): Promise<Writer & { readonly seq: number }> {
  const { rows } = await session.query('select seq, writer, holder from parley.store')
  const { folderLock, isLeased } = parseHolder(rows[0]?.['holder'])
  return {
    seq: Number(rows[0]?.['seq']),
    name: String(rows[0]?.['writer']),
    folderLock: typeof folderLock === 'string' ? folderLock : undefined,
    isLeased: isLeased === true,
  }
}

async function alreadyServed(session: PostgresSession, shown: string): Promise<StoreError> {
  const message = `The database ${shown} is already served by another parley`
  const { rows } = await session
    .query('select holder from parley.store')
    .catch(() => ({ rows: [] as readonly Readonly<Record<string, unknown>>[] }))
  const who = describeHolder(rows[0]?.['holder'])
  return new StoreError(`${message}${who}: stop that server, or serve another database.`, {
    hint: 'Only one server serves a database; with --standby both of them, the second waits for its place; with --members all of them, they serve it together.',
  })
}

function describeHolder(holder: unknown): string {
  const { pid, host } = parseHolder(holder)
  return typeof pid === 'number' && typeof host === 'string' ? `, pid ${pid} on ${host}` : ''
}

/** Of a database that nobody has served yet, nothing. */
function parseHolder(holder: unknown): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(String(holder)) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
