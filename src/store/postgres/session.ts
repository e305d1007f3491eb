import type { Client, ClientConfig, QueryResult } from 'pg'
import { StoreError } from '../store-error.js'
import type { PostgresUrl } from './url.js'

export type Row = Readonly<Record<string, unknown>>
type Answer = { readonly rows: readonly Row[]; readonly changed: number }

/** One connection to PostgreSQL, whose statements run one after the other. */
export type PostgresSession = {
  /** `name`: PostgreSQL keeps the plan of the statement under it, for this connection. */
  query(text: string, values?: readonly unknown[], name?: string): Promise<Answer>
  /** Several statements without values, in one round trip; resolves with how many rows the last one changed. */
  run(statements: string): Promise<number>
  /** The same; resolves with the rows of each. */
  rowsOf(statements: string): Promise<readonly (readonly Row[])[]>
  isLost(): boolean
  end(): Promise<void>
}

export type Notification = { readonly channel: string; readonly payload?: string | undefined }

const CONNECT_MS = 10_000

/** What a machine that has vanished keeps PostgreSQL from noticing for two hours by default: here eleven seconds. */
const KEEP_ALIVE = [
  ['tcp_keepalives_idle', '5'],
  ['tcp_keepalives_interval', '2'],
  ['tcp_keepalives_count', '3'],
  ['tcp_user_timeout', '11000'],
]

/**
 * Statements with a name are planned once a connection, which is most of their processor time else, as the table has a partition for
 * each kind. Such a plan stays while tables grow, so only joins that look up each row by its key will do.
 */
const PLANS = [
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_hashjoin', 'off'],
  ['enable_mergejoin', 'off'],
]
const SETTINGS = [...KEEP_ALIVE, ...PLANS]

/**
 * Rejects with a StoreError when the package `pg` is not installed, else with the reason why there is no connection.
 * `onNotification` is called for what this connection listens to.
 */
export async function connectPostgres(
  { href }: PostgresUrl,
  onNotification?: (notification: Notification) => void,
): Promise<PostgresSession> {
  const client = await createClient({
    connectionString: href,
    application_name: 'parley',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  let isLost = false
  let cause: unknown
  const lose = (error?: unknown) => {
    isLost = true
    cause ??= error
  }
  /** What broke the connection says more than that it is broken. */
  const orCause = (error: unknown): never => {
    // PostgreSQL closes the connection after these, which is heard of only later.
    if (isShutDown(error)) lose(error)
    throw isLost && cause !== undefined ? cause : error
  }
  // Without a listener, a connection that breaks while nobody waits for an answer would end the process.
  client.on('error', lose)
  client.on('end', lose)
  if (onNotification !== undefined) client.on('notification', onNotification)
  await client.connect()
  // What is acknowledged must be on the disk, whatever the default of the database is.
  await client.query(`select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') = 'off'`)
  await client.query(
    `select set_config(name, given.value, false)
       from pg_settings join unnest($1::text[], $2::text[]) as given(name, value) using (name)`,
    [SETTINGS.map(([name]) => name), SETTINGS.map(([, value]) => value)],
  )
  const resultsOf = async (statements: string): Promise<readonly QueryResult<Row>[]> => {
    // Of several statements, pg gives a list of results.
    const results: unknown = await client.query(statements).catch(orCause)
    return (Array.isArray(results) ? results : [results]) as QueryResult<Row>[]
  }
  return {
    async query(text, values = [], name) {
      const statement = { text, values: [...values], ...(name !== undefined && { name }) }
      const { rows, rowCount } = await client.query<Row>(statement).catch(orCause)
      return { rows, changed: rowCount ?? 0 }
    },
    run: async (statements) => (await resultsOf(statements)).at(-1)?.rowCount ?? 0,
    rowsOf: async (statements) => (await resultsOf(statements)).map(({ rows }) => rows),
    isLost: () => isLost,
    end: () => client.end(),
  }
}

/** The package is an optional one: most servers keep their records in files. */
async function createClient(config: ClientConfig): Promise<Client> {
  try {
    const { default: pg } = await import('pg')
    return new pg.Client(config)
  } catch (cause) {
    throw new StoreError('A store in PostgreSQL needs the package pg, which is not installed.', {
      hint: 'Install it beside parley: npm install pg',
      cause,
    })
  }
}

/** The condition that PostgreSQL names; undefined for what did not come from it, such as a broken connection. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : undefined

/** Whether PostgreSQL says that it is shutting down, starting up, or has no connection left. */
export function isShutDown(error: unknown): boolean {
  const state = sqlStateOf(error) ?? ''
  return state.startsWith('08') || /^57P0[1-5]$/.test(state) || state === '53300'
}

/** Whether connecting failed for now only: the system says why, or PostgreSQL. */
export const isOutage = (error: unknown): boolean =>
  isShutDown(error) ||
  (error instanceof Error && sqlStateOf(error) === undefined && !(error instanceof StoreError))

/** Whether PostgreSQL, or the disk that it writes to, has no room: nothing was done. */
export const isOutOfRoom = (error: unknown): boolean =>
  ['53100', '53200', '54000'].includes(sqlStateOf(error) ?? '')

/** The reason in PostgreSQL's words, or that of the system. */
export const explainConnection =
  ({ shown }: PostgresUrl) =>
  (error: unknown): never => {
    if (error instanceof StoreError) throw error
    throw new StoreError(`The database ${shown} cannot be used: ${reasonOf(error)}.`, {
      hint: 'Look whether PostgreSQL runs there, and whether user, password and database are right.',
      cause: error,
    })
  }

function reasonOf(error: unknown): string {
  // Of a host with several addresses, each has its own error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
