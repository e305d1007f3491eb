import type { Measurement, Run } from './measurement.js'
import { ASSUMPTIONS, LIMITS, project } from './project.js'
import { type Simulated, simulate } from './simulate.js'

export const SESSIONS = [10_000, 100_000, 1_000_000] as const
const SIMULATED_MS = 3000
const GIB = 2 ** 30

/** What the model says of a run that was measured. */
export const predict = (
  { costs, machine: { cores } }: Pick<Measurement, 'costs' | 'machine'>,
  { servers, clients }: Pick<Run, 'servers' | 'clients'>,
): Simulated => {
  const clientsEach = Math.max(Math.round(clients / servers), 1)
  return simulate(costs, { servers, clientsEach, cores, ms: SIMULATED_MS })
}

/** The part of docs/scale.md that follows from a measurement. */
export const renderMeasurement = (measurement: Measurement): string =>
  [
    whereMeasured(measurement),
    '### What was measured',
    runsTable(measurement),
    '### Unit costs',
    costsTable(measurement),
    '### Prediction and measurement',
    predictionTable(measurement),
    '### Many sessions, on paper',
    projectionTable(measurement),
  ].join('\n\n')

/** What runs on a machine that nobody uses. */
const QUIET = 0.05

function whereMeasured({ command, startedAt, machine }: Measurement): string {
  const { processor, cores, memoryBytes, node, postgres, busyBefore, busyAfter } = machine
  const where = `\`${command}\`, ${startedAt.slice(0, 10)}: ${processor}, ${cores} cores, ${Math.round(memoryBytes / GIB)} GiB, Node.js ${node}, PostgreSQL ${postgres}.`
  const others = `Others used ${percent(busyBefore)} of the cores before the run, and ${percent(busyAfter)} after it.`
  if (Math.max(busyBefore, busyAfter) < QUIET) return `${where} ${others}`
  return `${where} ${others} **The machine was in use: these are the figures of a trial, and say nothing of what it can do.**`
}

const STORES: Record<Run['store'], string> = {
  files: 'files',
  postgres: 'PostgreSQL, one server',
  members: 'PostgreSQL, `--members`',
}

const runsTable = ({ runs }: Measurement): string =>
  table(
    [
      'store',
      'servers',
      'clients',
      'turns/s',
      'ms of the servers',
      'ms of PostgreSQL',
      'transactions',
      'WAL',
    ],
    runs.map((run) => [
      run.store === 'files' && run.servers > 1 ? 'files, each its own' : STORES[run.store],
      String(run.servers),
      String(run.clients),
      run.turnsPerSecond.toFixed(0),
      run.server.toFixed(2),
      run.postgres.toFixed(2),
      run.transactions.toFixed(2),
      run.store === 'files' ? '' : `${(run.wal / 1000).toFixed(1)} kB`,
    ]),
  )

function costsTable({ costs, commit }: Measurement): string {
  const { server, postgres, follower, followed, memory } = costs
  const ms = (value: number) => `${value.toFixed(3)} ms`
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`
  const applied = follower.turn + follower.transaction * costs.commits
  return table(
    ['unit', 'cost'],
    [
      ['processor time of the main thread of the server, for a turn of its own', ms(server.turn)],
      ['… for a transaction', ms(server.transaction)],
      ['processor time of its other threads, for a turn', ms(costs.threads)],
      ['processor time of PostgreSQL, for a turn', ms(postgres.turn)],
      ['… for a transaction', ms(postgres.transaction)],
      ['processor time of a server that follows, for a turn of another', ms(follower.turn)],
      ['… for a transaction', ms(follower.transaction)],
      ['processor time of PostgreSQL for each that follows, for a turn', ms(followed.turn)],
      ['… for a transaction', ms(followed.transaction)],
      [
        'entries that a server can apply in a second of processor time, one client talking',
        applied > 0 ? ((costs.commits * 1000) / applied).toFixed(0) : 'too little to be measured',
      ],
      ['what processor time is multiplied by while all cores are busy', costs.crowding.toFixed(2)],
      ['processor time of the players, for a turn', ms(costs.player)],
      ['commits of a turn', costs.commits.toFixed(2)],
      ['a commit turn, idle database: lock', ms(commit.lock)],
      ['… write three rows', ms(commit.write)],
      ['… commit', ms(commit.commit)],
      ['… of which waiting for the disk', ms(costs.sync)],
      ['a round trip', ms(commit.roundTrip)],
      ['WAL of a turn', kB(costs.wal)],
      ['memory of a process without sessions', `${(memory.process / 1e6).toFixed(0)} MB`],
      ['memory of a session that is idle', kB(memory.session)],
      ['memory of a stored message', kB(memory.message)],
      ['memory of a memory', kB(memory.remembered)],
    ],
  )
}

const predictionTable = (measurement: Measurement): string =>
  table(
    ['servers', 'measured', 'predicted', 'difference', 'cores in use', 'the lock', 'the disk', 'first limit'],
    measurement.runs
      .filter(({ store }) => store === 'members')
      .map((run) => {
        const { turnsPerSecond, cores, lock, sync } = predict(measurement, run)
        return [
          String(run.servers),
          `${run.turnsPerSecond.toFixed(0)}/s`,
          `${turnsPerSecond.toFixed(0)}/s`,
          signed(run.turnsPerSecond / turnsPerSecond - 1),
          percent(cores),
          percent(lock),
          percent(sync),
          firstLimit({ cores, lock, sync }),
        ]
      }),
  )

/** What is in use nearly all the time; the disk only while somebody has the lock. */
function firstLimit({ cores, lock, sync }: Pick<Simulated, 'cores' | 'lock' | 'sync'>): string {
  if (cores > 0.9) return 'processors'
  if (lock > 0.9) return sync > lock / 2 ? 'the disk, in the lock' : 'the lock'
  return 'one process'
}

const projectionTable = ({ costs }: Measurement): string => {
  const { secondsBetweenTurns, messagesKept, memoriesKept } = ASSUMPTIONS
  const rows = SESSIONS.map((sessions) => project(costs, sessions))
  const [{ sessionsOfDatabase, firstLimit } = { sessionsOfDatabase: 0, firstLimit: 'memory' as const }] = rows
  return [
    `A turn of each session in ${secondsBetweenTurns} s; ${messagesKept} messages and ${memoriesKept} memories of each player.`,
    table(
      [
        'sessions',
        'turns/s',
        'databases',
        'servers of each',
        'servers',
        'memory of a server',
        'the lock',
        'WAL',
      ],
      rows.map((row) => [
        row.sessions.toLocaleString('en'),
        row.turnsPerSecond.toLocaleString('en', { maximumFractionDigits: 0 }),
        String(row.databases),
        String(row.serversEach),
        String(row.databases * row.serversEach),
        `${(row.bytes / GIB).toFixed(1)} GiB`,
        percent(row.lock),
        `${(row.wal / 1e6).toFixed(1)} MB/s`,
      ]),
    ),
    `At most ${sessionsOfDatabase.toLocaleString('en')} sessions of one database. First limit: ${LIMITS[firstLimit]}.`,
  ].join('\n\n')
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
