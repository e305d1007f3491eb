import { times, type UnitCosts } from './unit-costs.js'

/** What is supposed, and not measured. */
export type Assumptions = {
  /** Between two turns of a session. */
  readonly secondsBetweenTurns: number
  /** Of each player; there is one for each session. */
  readonly messagesKept: number
  readonly memoriesKept: number
  /** Share of a core, and of the time of the lock, that may be in use. */
  readonly utilisation: number
  /** That a process may have. */
  readonly processBytes: number
  /** Until all servers have had a turn to write, one after the other. */
  readonly roundMs: number
}

export const ASSUMPTIONS: Assumptions = {
  secondsBetweenTurns: 30,
  messagesKept: 100,
  memoriesKept: 20,
  utilisation: 0.7,
  processBytes: 4 * 2 ** 30,
  roundMs: 100,
}

export const LIMITS = {
  memory: 'memory: each server has all records of its database',
  processors: 'processors: each server applies every entry',
  lock: 'the lock: one commit after the other',
} as const
export type Limit = keyof typeof LIMITS

export type Projection = {
  readonly sessions: number
  readonly turnsPerSecond: number
  readonly databases: number
  readonly serversEach: number
  /** Of a server. */
  readonly bytes: number
  /** Of the time, in each database. */
  readonly lock: number
  /** Bytes each second, of all databases. */
  readonly wal: number
  /** Sessions that one database can have at most, and what would not hold with more. */
  readonly sessionsOfDatabase: number
  readonly firstLimit: Limit
}

/** More servers of one database are not looked at. */
const MOST_SERVERS = 64

type Place = { readonly sessions: number; readonly servers: number }

/** How one database with so many servers stands with so many sessions. */
function load(costs: UnitCosts, suppose: Assumptions, { sessions, servers }: Place) {
  const rate = sessions / suppose.secondsBetweenTurns
  const others = (servers - 1) / servers
  const perCommit = (costs.postgres.turn + others * costs.follower.turn) / costs.commits
  // With the lock, a server asks for what others have written.
  const asked = others * (costs.followed.transaction + costs.follower.transaction)
  const perTransaction = costs.sync + costs.postgres.transaction + costs.server.transaction / 2 + asked
  const forRows = rate * costs.commits * perCommit
  // Commits share transactions as soon as the lock would be in use for longer than supposed.
  const left = (1000 * suppose.utilisation - forRows) / perTransaction
  const transactions = Math.max(Math.min(costs.commits, left / rate), 0)
  const shared = transactions === 0 ? Number.POSITIVE_INFINITY : costs.commits / transactions
  const own = (rate / servers) * times(costs.server, transactions)
  const applied = rate * others * times(costs.follower, transactions)
  const { process, session, message, remembered } = costs.memory
  const records = sessions * (suppose.messagesKept * message + suppose.memoriesKept * remembered)
  const bytes = process + (sessions / servers) * session + records
  const beyond: Record<Limit, boolean> = {
    memory: bytes > suppose.processBytes,
    processors: own + applied > 1000 * suppose.utilisation,
    // The fuller the lock is, the more share a transaction, and the longer each server waits for its turn.
    lock: left <= 0 || servers * (perTransaction + shared * perCommit) > suppose.roundMs,
  }
  return {
    bytes,
    lock: (forRows + rate * transactions * perTransaction) / 1000,
    limits: (Object.keys(beyond) as Limit[]).filter((limit) => beyond[limit]),
  }
}

/** With as few servers as possible; undefined where no number of them will do. */
function place(costs: UnitCosts, suppose: Assumptions, sessions: number) {
  for (let servers = 1; servers <= MOST_SERVERS; servers += 1) {
    const found = load(costs, suppose, { sessions, servers })
    if (found.limits.length === 0) return { servers, ...found }
  }
  return undefined
}

/** The most sessions of one database, to a tenth of a per cent. */
function mostSessions(costs: UnitCosts, suppose: Assumptions): number {
  let [low, high] = [0, 1e9]
  while (high - low > Math.max(low / 1000, 1)) {
    const middle = Math.floor((low + high) / 2)
    if (place(costs, suppose, middle) === undefined) high = middle
    else low = middle
  }
  return low
}

/** What does not hold with a few more, where the fewest things do not hold. */
function limitBeyond(costs: UnitCosts, suppose: Assumptions, most: number): Limit {
  const sessions = most * 1.01 + 1
  const all = Array.from({ length: MOST_SERVERS }, (_, at) =>
    load(costs, suppose, { sessions, servers: at + 1 }),
  )
  const [fewest] = all.map(({ limits }) => limits).sort((a, b) => a.length - b.length)
  return fewest?.[0] ?? 'memory'
}

/** What so many sessions need: servers, databases, memory and WAL. A database has one order of commits, so they are split evenly. */
export function project(costs: UnitCosts, sessions: number, suppose: Assumptions = ASSUMPTIONS): Projection {
  const most = mostSessions(costs, suppose)
  if (most === 0) throw new Error('not even one session has a place')
  const databases = Math.ceil(sessions / most)
  const placed = place(costs, suppose, Math.ceil(sessions / databases))
  if (placed === undefined) throw new Error(`${sessions} sessions have no place`)
  const turnsPerSecond = sessions / suppose.secondsBetweenTurns
  return {
    ...{ sessions, turnsPerSecond, databases },
    serversEach: placed.servers,
    bytes: placed.bytes,
    lock: placed.lock,
    wal: turnsPerSecond * costs.wal,
    sessionsOfDatabase: most,
    firstLimit: limitBeyond(costs, suppose, most),
  }
}
