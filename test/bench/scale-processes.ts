import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ReadyLine } from '../../src/runtime/local-state/ready-line.js'
import { findPackage } from '../../src/runtime/process/package-root.js'
import { readyLineOf } from './batch-server.js'
import type { Answered, Asked } from './scale-players.js'
import { plainEnvironment } from './time-process.js'

/** A server as users start it, with the process of its players. */
export type ScaleServer = {
  readonly ready: ReadyLine
  readonly pid: number
  /** With whom all players talk. */
  readonly characterId: string
  play(asked: Asked): Promise<Answered>
  /** Resolves when the server has ended; it may have done so long ago. */
  stop(): Promise<void>
}

type Serving = {
  readonly folder: string
  /** Where the records are. */
  readonly flags: readonly string[]
  /** Made anew unless it is there. */
  readonly characterId?: string
  /** The compiled scale-players.ts. */
  readonly playersFile: URL
}

export async function startScaleServer({
  folder,
  flags,
  characterId,
  playersFile,
}: Serving): Promise<ScaleServer> {
  const bin = fileURLToPath(new URL('bin/run.js', (await findPackage()).root))
  const always = ['--port', '0', '--json', '--limits', 'off', '--pace', 'instant', '--log-level', 'error']
  const server = spawn(process.execPath, [bin, 'serve', '--data-dir', folder, ...always, ...flags], {
    ...{ env: plainEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
  })
  const ready = await readyLineOf(server)
  const players = fork(playersFile)
  const serverEnded = once(server, 'exit')
  const tooEarly =
    (who: string) =>
    ([code, signal]: readonly unknown[]) => {
      throw new Error(`${who} ended with ${String(code ?? signal)}`)
    }
  const ended = Promise.race([
    serverEnded.then(tooEarly('a server')),
    once(players, 'exit').then(tooEarly('the players')),
  ])
  // When they are stopped, nobody looks.
  ended.catch(() => undefined)
  return {
    ready,
    pid: server.pid ?? 0,
    characterId: characterId ?? (await createCharacter(ready)),
    async play(asked) {
      players.send(asked)
      const [answered] = (await Promise.race([once(players, 'message'), ended])) as [Answered]
      return answered
    },
    async stop() {
      players.kill()
      server.kill('SIGTERM')
      await serverEnded
    },
  }
}

async function createCharacter({ baseUrl, apiKey }: ReadyLine): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/characters`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ persona: { name: 'Mira', background: 'I keep a lighthouse.' } }),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
/** Places in `/proc/PID/stat` behind the name, which may hold anything. */
const STAT = { parent: 1, user: 11, system: 12, childrenUser: 13, childrenSystem: 14 }

async function statOf(pid: number | string): Promise<readonly number[]> {
  // A process that has just ended has none.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

const sumOf = (stat: readonly number[], places: readonly number[]): number =>
  places.reduce((sum, at) => sum + (stat[at] || 0), 0) * TICK_MS

/** Of a process and all its threads so far, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  return sumOf(await statOf(pid), [STAT.user, STAT.system])
}

/** Of the thread that does everything but what others do for it: readings for memories, collecting garbage, syncs. */
export async function processorMsOfMainThread(pid: number): Promise<number> {
  return sumOf(await statOf(`${pid}/task/${pid}`), [STAT.user, STAT.system])
}

/** Of a process and its children, those that have ended, too. */
export async function processorMsOfFamily(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(statOf))
  const children = stats.filter((stat) => stat[STAT.parent] === pid)
  const own = sumOf(await statOf(pid), [STAT.user, STAT.system, STAT.childrenUser, STAT.childrenSystem])
  return children.reduce((sum, stat) => sum + sumOf(stat, [STAT.user, STAT.system]), own)
}

/** What a process takes of the machine, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return Number(kilobytes) * 1024
}

/** Share of all cores that is in use now, by whatever runs on the machine. */
export async function busyShare(ms: number): Promise<number> {
  const before = await readCores()
  await sleep(ms)
  const after = await readCores()
  return (after.busy - before.busy) / Math.max(after.all - before.all, 1)
}

/** In `/proc/stat`: idle, and idle until the disk has answered. */
const IDLE = [3, 4]

async function readCores(): Promise<{ readonly busy: number; readonly all: number }> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1)
  // The last two, of guests, are part of others.
  const ticks = line.trim().split(/ +/).slice(1, 9).map(Number)
  const all = ticks.reduce((sum, count) => sum + count, 0)
  return { all, busy: IDLE.reduce((left, at) => left - (ticks[at] ?? 0), all) }
}
