import { hostname } from 'node:os'
import type { Timers } from '../../domain/clock.js'
import { StoreError } from '../store-error.js'
import type { PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

/** Of all advisory locks of a database, those of parley. */
const LOCK = '1885434473, 1'
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

/**
 * Enters this process as the only writer, and resolves with the number of the last entry. Whatever an earlier writer still
 * sends is refused from now on.
 */
export async function becomeWriter(session: PostgresSession, writer: string): Promise<number> {
  const holder = JSON.stringify({ pid: process.pid, host: hostname() })
  const { rows } = await session.query('update parley.store set writer = $1, holder = $2 returning seq', [
    writer,
    holder,
  ])
  return Number(rows[0]?.['seq'])
}

async function alreadyServed(session: PostgresSession, shown: string): Promise<StoreError> {
  const message = `The database ${shown} is already served by another parley`
  const { rows } = await session
    .query('select holder from parley.store')
    .catch(() => ({ rows: [] as readonly Readonly<Record<string, unknown>>[] }))
  const who = describeHolder(rows[0]?.['holder'])
  return new StoreError(`${message}${who}: stop that server, or serve another database.`, {
    hint: 'Several servers cannot share a database yet.',
  })
}

function describeHolder(holder: unknown): string {
  try {
    const { pid, host } = JSON.parse(String(holder)) as { readonly pid?: unknown; readonly host?: unknown }
    return typeof pid === 'number' && typeof host === 'string' ? `, pid ${pid} on ${host}` : ''
  } catch {
    return ''
  }
}
