import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const INSTALLED = '/usr/lib/postgresql'
const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
const programs = versions
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'initdb')))

/** Whether PostgreSQL is on this machine, as Debian installs it. */
export const hasPostgres = programs !== undefined

export type PostgresCluster = {
  /** Of the process that has started all others; undefined: it does not run. */
  pid(): number | undefined
  /** Makes a database, and returns its address. */
  create(name: string): Promise<string>
  start(): Promise<void>
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** Not below the folder of the tests, which PostgreSQL's user may not enter. */
function forEverybody(): string {
  const folder = tmpdir()
  return basename(folder).startsWith('parley-tests-') ? dirname(folder) : folder
}

/** A cluster of its own, on a socket in a temporary folder, that has been started. */
export async function startPostgres(fsync: 'on' | 'off'): Promise<PostgresCluster> {
  const folder = await mkdtemp(join(forEverybody(), 'parley-postgres-'))
  chmodSync(folder, 0o777)
  await run('initdb', [
    ...['--pgdata', join(folder, 'data'), '--auth', 'trust', '--username', 'parley'],
    ...['--encoding', 'UTF8', '--locale', 'C'],
  ])
  let server: ChildProcess | undefined
  const start = async () => {
    server = await startServer(folder, fsync)
  }
  const stop = async (signal: 'SIGINT' | 'SIGKILL') => {
    const stopped = server
    server = undefined
    if (stopped === undefined || stopped.exitCode !== null || stopped.signalCode !== null) return
    stopped.kill(signal)
    await once(stopped, 'exit')
  }
  await start()
  return {
    pid: () => server?.pid,
    async create(name) {
      await withClient(addressOf(folder, 'postgres'), (client) => client.query(`create database ${name}`))
      return addressOf(folder, name)
    },
    start,
    stop,
    async remove() {
      await stop('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs the work with a connection of its own. */
export async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const addressOf = (folder: string, name: string) => `postgres:///${name}?user=parley&host=${folder}`

/** PostgreSQL refuses to run as root, so that Debian's user for it does then. */
function command(program: string, args: readonly string[]): [string, string[]] {
  const path = join(programs ?? '', program)
  if (process.getuid?.() !== 0) return [path, [...args]]
  return ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', path, ...args]]
}

const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(...command(program, args), { cwd: '/' })

async function startServer(folder: string, fsync: 'on' | 'off'): Promise<ChildProcess> {
  // After a kill, its processes may still be on their way out; it refuses to start beside them.
  for (;;) {
    const settings = ['listen_addresses=', `fsync=${fsync}`, `unix_socket_directories=${folder}`]
    const options = settings.flatMap((setting) => ['-c', setting])
    const child = spawn(...command('postgres', ['-D', join(folder, 'data'), ...options]), {
      cwd: '/',
      stdio: 'ignore',
    })
    if (await isReady(child, folder)) return child
  }
}

/** False when it has ended instead. */
async function isReady(child: ChildProcess, folder: string): Promise<boolean> {
  for (;;) {
    try {
      await withClient(addressOf(folder, 'postgres'), (client) => client.query('select 1'))
      return child.exitCode === null
    } catch {
      if (child.exitCode !== null) return false
      await setTimeout(20)
    }
  }
}
