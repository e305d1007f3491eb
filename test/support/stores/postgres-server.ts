import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

const INSTALLED = '/usr/lib/postgresql'
const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
const programs = versions
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'initdb')))

/** Whether PostgreSQL is on this machine, as Debian installs it. */
export const hasPostgres = programs !== undefined

if (!hasPostgres)
  process.stderr.write('!! PostgreSQL is not on this machine: the store in it is not tested\n')

export type PostgresServer = {
  /** The address of an empty database, for the test. */
  database(): Promise<string>
  /** Ends it without a chance to do anything, and waits until nothing of it runs. */
  kill(): Promise<void>
  start(): Promise<void>
}

/**
 * A cluster of the file's own, on a socket in a temporary folder. It syncs to the disk, as by default, unless it is never
 * killed.
 */
export function usePostgres({ isKilled = false } = {}): PostgresServer {
  let folder = ''
  let server: ChildProcess | undefined
  let made = 0
  const free: string[] = []
  const start = async () => {
    server = await startServer(folder, isKilled ? 'on' : 'off')
  }
  const create = async () => {
    made += 1
    const name = `parley_${made}`
    await withClient(addressOf(folder, 'postgres'), (client) => client.query(`create database ${name}`))
    return addressOf(folder, name)
  }
  const stop = async (signal: 'SIGINT' | 'SIGKILL') => {
    const stopped = server
    server = undefined
    if (stopped === undefined || stopped.exitCode !== null || stopped.signalCode !== null) return
    stopped.kill(signal)
    await once(stopped, 'exit')
  }
  beforeAll(async () => {
    if (!hasPostgres) return
    // Not below the folder of the tests, which PostgreSQL's user may not enter.
    folder = await mkdtemp('/tmp/parley-postgres-')
    chmodSync(folder, 0o777)
    await run('initdb', [
      '--pgdata',
      join(folder, 'data'),
      '--auth',
      'trust',
      '--username',
      'parley',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
    ])
    await start()
  })
  afterAll(async () => {
    await stop('SIGINT')
    if (folder !== '') await rm(folder, { recursive: true, force: true })
  })
  return {
    async database() {
      const address = free.pop() ?? (await create())
      // Emptied and used again: making one takes a second.
      onTestFinished(async () => {
        await withClient(address, (client) => client.query('drop schema if exists parley cascade'))
        free.push(address)
      })
      return address
    },
    kill: () => stop('SIGKILL'),
    start,
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
