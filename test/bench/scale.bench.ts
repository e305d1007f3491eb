import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Measurement, Run } from '../support/scale/measurement.js'
import { predict, renderMeasurement } from '../support/scale/tables.js'
import { costOf, type Reading, times, type UnitCosts } from '../support/scale/unit-costs.js'
import { hasPostgres, startPostgres, withClient } from '../support/stores/postgres-cluster.js'
import type { Bench, Figure } from './bench.js'
import { busyShare, residentBytes, type ScaleServer, startScaleServer } from './scale-processes.js'
import { SCALE_SIZES, type ScaleSize } from './scale-sizes.js'
import { type CommitTimes, recordBytes, sessionBytes, timeCommits } from './scale-units.js'
import { type Talked, talkAlone, talkByTurns } from './scale-windows.js'

const PLAYERS = new URL('scale-players.js', import.meta.url)

/** Of what is predicted. */
const TOLERANCE = 0.2

/** What one server costs, on files and in PostgreSQL, what two and four together do, and whether that was to be expected. */
export const bench: Bench = async (size, report) => {
  if (!hasPostgres || !existsSync('/proc/self/stat')) {
    console.log('scale: skipped, because PostgreSQL or /proc is not on this machine')
    return []
  }
  const { quietMs } = SCALE_SIZES[size]
  const busyBefore = await busyShare(quietMs)
  const startedAt = new Date().toISOString()
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const startServer: Start = async (name, flags, characterId) => {
    const serving = { folder: join(folder, name), flags, playersFile: PLAYERS }
    const server = await startScaleServer({ ...serving, ...(characterId !== undefined && { characterId }) })
    closing.push(server.stop)
    return server
  }
  const startDatabase = async (): Promise<Database> => {
    const cluster = await startPostgres('on')
    closing.push(cluster.remove)
    return { pid: cluster.pid() ?? 0, address: await cluster.create('scale') }
  }
  const measure = async () => {
    try {
      return await measureAll({ startServer, startDatabase, scale: SCALE_SIZES[size] })
    } finally {
      // Servers before their databases.
      for (const close of closing.reverse()) await close().catch(() => undefined)
    }
  }
  const { postgres, ...found } = await measure()
  const measurement: Measurement = {
    command: `npm run bench -- scale${size === 'reduced' ? ' --reduced' : ''}`,
    ...{ startedAt, ...found },
    machine: { ...machine(), postgres, busyBefore, busyAfter: await busyShare(quietMs) },
  }
  report?.(measurement)
  console.log(renderMeasurement(measurement))
  return figuresOf(measurement)
}

type Start = (name: string, flags: readonly string[], characterId?: string) => Promise<ScaleServer>
type Database = { readonly pid: number; readonly address: string }
type Measuring = {
  readonly startServer: Start
  /** Each has a cluster of its own, so that nothing of another is counted with it. */
  readonly startDatabase: () => Promise<Database>
  readonly scale: ScaleSize
}

const machine = () => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryBytes: totalmem(),
  node: process.versions.node,
})

const versionOf = ({ address }: Database): Promise<string> =>
  withClient(address, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return (rows[0]?.server_version ?? '').split(' ')[0] ?? ''
  })

async function measureAll({ startServer, startDatabase, scale }: Measuring) {
  const records = await recordBytes(scale)
  const { places, processBytes, startMember } = await openPlaces({ startServer, startDatabase })
  const talked = await talkByTurns(places, scale)
  const solo = await talkAlone(places.one, scale)
  const soloFollowed = await talkAlone(places.followed, scale)
  const servers = [...places.two.servers, await startMember(places.two), await startMember(places.two)]
  const { four } = await talkByTurns({ four: { ...places.two, servers } }, scale)
  const commit = await timeCommits(places.one.postgres.address, scale)
  const session = await sessionBytes(places.one.servers[0], scale)
  const costs = unitCosts({ ...talked, solo, soloFollowed, commit })
  const run = (
    store: Run['store'],
    servers: number,
    { idle: _idle, main: _main, ...figures }: Talked,
  ): Run => ({ ...{ store, servers, clients: scale.clients, ...figures } })
  return {
    commit,
    costs: { ...costs, memory: { process: processBytes, session, ...records } },
    postgres: await versionOf(places.one.postgres),
    runs: [
      run('files', 1, talked.files),
      run('files', 2, talked.apart),
      run('postgres', 1, talked.single),
      run('members', 1, talked.one),
      run('members', 2, talked.two),
      run('members', 4, four),
    ],
  }
}

/** Every place has servers, databases and clients of its own. */
async function openPlaces({ startServer, startDatabase }: Omit<Measuring, 'scale'>) {
  const startMember = ({ folder, postgres, servers: [first] }: Shared) =>
    startServer(folder, ['--store', postgres.address, '--members'], first?.characterId)
  const openShared = async (folder: string) => {
    const postgres = await startDatabase()
    return { folder, postgres, servers: [await startMember({ folder, postgres, servers: [] })] as const }
  }
  const one = await openShared('one')
  const processBytes = await residentBytes(one.servers[0].pid)
  const two = await openShared('two')
  const followed = await openShared('followed')
  const postgres = await startDatabase()
  const places = {
    files: { servers: [await startServer('files', [])] },
    apart: { servers: [await startServer('apart-1', []), await startServer('apart-2', [])] },
    single: { postgres, servers: [await startServer('single', ['--store', postgres.address])] },
    one,
    two: { ...two, servers: [...two.servers, await startMember(two)] },
    followed: { ...followed, idle: [await startMember(followed)] },
  }
  return { places, processBytes, startMember }
}

type Shared = {
  /** Of all members of the database. */
  readonly folder: string
  readonly postgres: Database
  readonly servers: readonly ScaleServer[]
}

type Readings = Record<'files' | 'apart' | 'solo' | 'one' | 'soloFollowed' | 'followed', Talked> & {
  readonly commit: CommitTimes
}

function unitCosts(readings: Readings): Omit<UnitCosts, 'memory'> {
  const { files, apart, solo, one, soloFollowed, followed, commit } = readings
  const reading = ({ transactions }: Talked, ms: number): Reading => ({ transactions, ms })
  const postgres = costOf(reading(solo, solo.postgres), reading(one, one.postgres))
  const more = (talked: Talked) =>
    reading(talked, Math.max(talked.postgres - times(postgres, talked.transactions), 0))
  return {
    server: costOf(reading(solo, solo.main), reading(one, one.main)),
    threads: Math.max(one.server - one.main, 0),
    postgres,
    follower: costOf(reading(soloFollowed, soloFollowed.idle), reading(followed, followed.idle)),
    followed: costOf(more(soloFollowed), more(followed)),
    crowding: Math.max(apart.server / files.server, 1),
    player: one.player,
    sync: Math.max(commit.commit - commit.commitWithoutSync, 0),
    commits: Math.max(solo.transactions, 1),
    wal: one.wal,
  }
}

function figuresOf(measurement: Measurement): Figure[] {
  const find = (store: Run['store'], servers: number): Run => {
    const found = measurement.runs.find((run) => run.store === store && run.servers === servers)
    if (found === undefined) throw new Error('a run is missing')
    return found
  }
  const [files, apart, single] = [find('files', 1), find('files', 2), find('postgres', 1)]
  const members = [find('members', 1), find('members', 2), find('members', 4)] as const
  const [one, two] = members
  const ofServers = (name: string, run: Run): Figure => ({
    name: `${name}: processor time of the server a turn, of files`,
    ratio: run.server / files.server,
    budget: { atMost: 1.2 },
    detail: `${run.server.toFixed(2)} ms over ${files.server.toFixed(2)} ms; PostgreSQL itself ${run.postgres.toFixed(2)} ms`,
  })
  return [
    ofServers('PostgreSQL, one server', single),
    ofServers('PostgreSQL, one member', one),
    {
      name: 'turns a second of two members, of one',
      ratio: two.turnsPerSecond / one.turnsPerSecond,
      budget: { atLeast: 1.7 },
      detail:
        `${two.turnsPerSecond.toFixed(0)}/s of ${one.turnsPerSecond.toFixed(0)}/s, ${measurement.machine.cores} cores for servers, PostgreSQL and players; ` +
        `two servers on files, which share nothing: ${(apart.turnsPerSecond / files.turnsPerSecond).toFixed(2)} of one`,
    },
    ...members.map((run): Figure => {
      const { turnsPerSecond } = predict(measurement, run)
      return {
        name: `${run.servers} members: how far the measured turns a second are from the predicted`,
        ratio: Math.abs(run.turnsPerSecond / turnsPerSecond - 1),
        budget: { atMost: TOLERANCE },
        detail: `${run.turnsPerSecond.toFixed(0)}/s, predicted ${turnsPerSecond.toFixed(0)}/s`,
      }
    }),
  ]
}
