import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { type Bench, type Figure, median, type Size } from './bench.js'
import { timedTurn } from './timed-turn.js'

const ROUNDS: Record<Size, number> = { full: 15, reduced: 5 }
const TURNS: Record<Size, number> = { full: 150, reduced: 50 }
const WARM_UP = 200
/** What the server puts off until a reply is out is no part of the reading that comes next. */
const PAUSE_MS = 3

type Kind = 'echo' | 'durableEcho' | 'memory' | 'durable'
type Reading = Record<Kind, number>
type Served = {
  readonly key: string
  readonly durable: string
  readonly memory: string
  readonly echo: string
}

/** From emitting a text to the first piece of its reply, against bare echoes of the same child process, in turns. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const server = fork(new URL('turn-server.js', import.meta.url), [folder])
  const sockets: Socket[] = []
  try {
    const [served] = (await once(server, 'message')) as [Served]
    const probes = await connectAll(served, sockets)
    await readings(WARM_UP, probes)
    const rounds: Reading[] = []
    for (let round = 0; round < ROUNDS[size]; round += 1) rounds.push(await readings(TURNS[size], probes))
    return [
      figure('text turn, durable, over a bare echo', rounds, ['durable', 'echo']),
      figure('text turn, durable, over an echo that is synced to disk', rounds, ['durable', 'durableEcho']),
      figure('text turn, records in memory, over a bare echo', rounds, ['memory', 'echo']),
    ]
  } finally {
    for (const socket of sockets) socket.disconnect()
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

function figure(name: string, rounds: readonly Reading[], [of, over]: readonly [Kind, Kind]): Figure {
  const ms = (kind: Kind) => `${median(rounds.map((round) => round[kind])).toFixed(3)} ms`
  return {
    name,
    ratio: median(rounds.map((round) => round[of] / round[over])),
    budget: { atMost: 3 },
    detail: `${ms(of)} over ${ms(over)}`,
  }
}

type Probes = Record<Kind, () => Promise<number>>

async function connectAll({ key, durable, memory, echo }: Served, sockets: Socket[]): Promise<Probes> {
  const auth = { api_key: key, character_id: 'c1', player_id: 'bench' }
  const open = async (url: string, greeting: string) => {
    const socket = io(url, { transports: ['websocket'], auth })
    sockets.push(socket)
    await new Promise((resolve) => socket.once(greeting, resolve))
    return socket
  }
  const bare = await open(echo, 'connect')
  const onDisk = await open(`${durable}/sdk`, 'session_info')
  const inMemory = await open(`${memory}/sdk`, 'session_info')
  return {
    echo: () => roundTrip(bare, 'echo'),
    durableEcho: () => roundTrip(bare, 'durable_echo'),
    memory: () => timedTurn(inMemory, 'Hello there'),
    durable: () => timedTurn(onDisk, 'Hello there'),
  }
}

/** The median of each, measured one after the other so that all meet the same machine. */
async function readings(times: number, probes: Probes): Promise<Reading> {
  const taken: Record<Kind, number[]> = { echo: [], durableEcho: [], memory: [], durable: [] }
  for (let time = 0; time < times; time += 1) {
    for (const kind of Object.keys(taken) as Kind[]) {
      taken[kind].push(await probes[kind]())
      await sleep(PAUSE_MS)
    }
  }
  return {
    echo: median(taken.echo),
    durableEcho: median(taken.durableEcho),
    memory: median(taken.memory),
    durable: median(taken.durable),
  }
}

function roundTrip(socket: Socket, event: string): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    socket.once('echo', () => resolve(performance.now() - start))
    socket.emit(event, { text: 'Hello there' })
  })
}
