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
import { createCharacter, type Talked, talkAlone, talkAtOnce } from './scale-windows.js'

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
  const cluster = await startPostgres('on')
  const opened: ScaleServer[] = []
  const start: Start = async (name, flags) => {
    const server = await startScaleServer({ folder: join(folder, name), flags, playersFile: PLAYERS })
    opened.push(server)
    return server
  }
  try {
    const pid = cluster.pid() ?? 0
    const alone = { pid, address: await cluster.create('alone') }
    const shared = { pid, address: await cluster.create('shared') }
    const found = await measureAll({ start, alone, shared, scale: SCALE_SIZES[size] })
    const postgres = await withClient(shared.address, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return (rows[0]?.server_version ?? '').split(' ')[0] ?? ''
    })
    const measurement: Measurement = {
      command: `npm run bench -- scale${size === 'reduced' ? ' --reduced' : ''}`,
      ...{ startedAt, ...found },
      machine: { ...machine(), postgres, busyBefore, busyAfter: await busyShare(quietMs) },
    }
    report?.(measurement)
    console.log(renderMeasurement(measurement))
    return figuresOf(measurement)
  } finally {
    await Promise.allSettled(opened.map((server) => server.stop()))
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

type Start = (name: string, flags: readonly string[]) => Promise<ScaleServer>
type Database = { readonly pid: number; readonly address: string }
type Measuring = {
  readonly start: Start
  readonly alone: Database
  readonly shared: Database
  readonly scale: ScaleSize
}

const machine = () => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryBytes: totalmem(),
  node: process.versions.node,
})

async function measureAll(measuring: Measuring): Promise<Pick<Measurement, 'commit' | 'costs' | 'runs'>> {
  const { start, alone, scale } = measuring
  const records = await recordBytes(scale)
  const files = await start('files', [])
  const onFiles = await talkAtOnce({ servers: [files] }, await createCharacter(files), scale)
  await files.stop()
  const single = await start('alone', ['--store', alone.address])
  const inPostgres = await talkAtOnce(
    { servers: [single], postgres: alone },
    await createCharacter(single),
    scale,
  )
  await single.stop()
  const { members, ...found } = await measureMembers(measuring)
  const run = (
    store: Run['store'],
    servers: number,
    { idle: _idle, main: _main, ...talked }: Talked,
  ): Run => ({
    ...{ store, servers, clients: scale.clients, ...talked },
  })
  const costs: UnitCosts = { ...found.costs, memory: { ...found.memory, ...records } }
  return {
    commit: found.commit,
    costs,
    runs: [
      run('files', 1, onFiles),
      run('postgres', 1, inPostgres),
      ...members.map((talked, at) => run('members', 2 ** at, talked)),
    ],
  }
}

/** Servers that come to the same database one after the other. */
async function measureMembers({ start, shared, scale }: Measuring) {
  const postgres = shared
  const flags = ['--store', shared.address, '--members']
  const first = await start('shared', flags)
  const processBytes = await residentBytes(first.pid)
  const character = await createCharacter(first)
  const one = await talkAtOnce({ servers: [first], postgres }, character, scale)
  const solo = await talkAlone({ servers: [first], postgres }, character, scale)
  const second = await start('shared', flags)
  const followed = { servers: [first], idle: [second], postgres }
  const soloFollowed = await talkAlone(followed, character, scale)
  const oneFollowed = await talkAtOnce(followed, character, scale)
  const two = await talkAtOnce({ servers: [first, second], postgres }, character, scale)
  const servers = [first, second, await start('shared', flags), await start('shared', flags)]
  const four = await talkAtOnce({ servers, postgres }, character, scale)
  const commit = await timeCommits(shared.address, scale)
  const session = await sessionBytes(first, character, scale)
  for (const server of servers.reverse()) await server.stop()
  return {
    members: [one, two, four],
    commit,
    memory: { process: processBytes, session },
    costs: unitCosts({ solo, one, soloFollowed, oneFollowed, commit }),
  }
}

type Readings = {
  readonly solo: Talked
  readonly one: Talked
  readonly soloFollowed: Talked
  readonly oneFollowed: Talked
  readonly commit: CommitTimes
}

function unitCosts({ solo, one, soloFollowed, oneFollowed, commit }: Readings): Omit<UnitCosts, 'memory'> {
  const reading = ({ transactions }: Talked, ms: number): Reading => ({ transactions, ms })
  const postgres = costOf(reading(solo, solo.postgres), reading(one, one.postgres))
  const more = (talked: Talked) =>
    reading(talked, Math.max(talked.postgres - times(postgres, talked.transactions), 0))
  return {
    server: costOf(reading(solo, solo.main), reading(one, one.main)),
    threads: Math.max(one.server - one.main, 0),
    postgres,
    follower: costOf(reading(soloFollowed, soloFollowed.idle), reading(oneFollowed, oneFollowed.idle)),
    followed: costOf(more(soloFollowed), more(oneFollowed)),
    player: one.player,
    sync: Math.max(commit.commit - commit.commitWithoutSync, 0),
    commits: Math.max(solo.transactions, 1),
    wal: one.wal,
  }
}

function figuresOf(measurement: Measurement): Figure[] {
  const [files, single, ...members] = measurement.runs
  const [one, two] = members
  if (files === undefined || single === undefined || one === undefined || two === undefined)
    throw new Error('a run is missing')
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
      detail: `${two.turnsPerSecond.toFixed(0)}/s of ${one.turnsPerSecond.toFixed(0)}/s, ${measurement.machine.cores} cores for servers, PostgreSQL and players`,
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
