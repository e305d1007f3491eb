import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import { type Bench, type Figure, median, type Size } from './bench.js'
import type { PastPlayer, Served } from './concurrent-turns-server.js'
import { timedTurn } from './timed-turn.js'

const CLIENTS = 100
const SIZES: Record<Size, { readonly rounds: number; readonly roundMs: number; readonly turns: number }> = {
  full: { rounds: 7, roundMs: 3000, turns: 40 },
  reduced: { rounds: 3, roundMs: 500, turns: 20 },
}
const WARM_UP_MS = 1000

const [SHORT, LONG] = [10, 10_000]
const MEMORIES = 200
/** Enough that not all of it is in the prompt, and the rest is searched. */
const HISTORY = 60

const KINDS = ['echo', 'turns', 'known'] as const
type Kind = (typeof KINDS)[number]

const named = (kind: string, count: number, past: Omit<PastPlayer, 'id'>): PastPlayer[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${kind}-${at}`, ...past }))

/** Whole turns of many players at once beside echoes of a bare server, and one turn after much was said. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const { rounds, turns } = SIZES[size]
  const players = {
    turns: named('turns', CLIENTS, { messages: HISTORY, memories: 0 }),
    known: named('known', CLIENTS, { messages: HISTORY, memories: MEMORIES }),
    // A new one for each turn that is measured: with each it has said more.
    short: named('short', rounds * turns, { messages: SHORT, memories: 0 }),
    long: named('long', 1, { messages: LONG, memories: 0 }),
  }
  const durable = await open('concurrent-turns-server.js', [
    folder,
    JSON.stringify(Object.values(players).flat()),
  ])
  const bare = await open('concurrent-turns-server.js', [])
  try {
    return [
      ...(await throughput({ durable, bare, players }, SIZES[size])),
      await growth({ durable, players }, SIZES[size]),
    ]
  } finally {
    await durable.stop()
    await bare.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Process = Awaited<ReturnType<typeof open>>

async function open(file: string, words: readonly string[]) {
  const child: ChildProcess = fork(new URL(file, import.meta.url), words)
  const [{ key, url }] = (await once(child, 'message')) as [Served]
  const sockets: Socket[] = []
  return {
    connect: async (player: string, greeting: string): Promise<Socket> => {
      const auth = { api_key: key, character_id: 'c1', player_id: player }
      const socket = io(url, { transports: ['websocket'], forceNew: true, auth })
      sockets.push(socket)
      await new Promise((resolve) => socket.once(greeting, resolve))
      return socket
    },
    /** Processor time of the process so far. */
    processorMs: async (): Promise<number> => {
      child.send('usage')
      const [used] = (await once(child, 'message')) as [number]
      return used
    },
    stop: async () => {
      for (const socket of sockets) socket.disconnect()
      child.kill()
      await once(child, 'exit')
    },
  }
}

type Group = {
  readonly of: Process
  readonly sockets: readonly Socket[]
  readonly ask: (socket: Socket, text: string) => Promise<unknown>
}
/** How many in a second, and what each took of the server's processor. */
type Rate = { readonly perSecond: number; readonly processorMs: number }

async function throughput(
  {
    durable,
    bare,
    players,
  }: {
    readonly durable: Process
    readonly bare: Process
    readonly players: Record<'turns' | 'known', readonly PastPlayer[]>
  },
  { rounds, roundMs }: { readonly rounds: number; readonly roundMs: number },
): Promise<Figure[]> {
  const join = (of: Process, ids: readonly PastPlayer[], greeting: string) =>
    Promise.all(ids.map(({ id }) => of.connect(id, greeting)))
  const groups: Record<Kind, Group> = {
    echo: { of: bare, sockets: await join(bare, players.turns, 'connect'), ask: echo },
    turns: { of: durable, sockets: await join(durable, players.turns, 'session_info'), ask: timedTurn },
    known: { of: durable, sockets: await join(durable, players.known, 'session_info'), ask: timedTurn },
  }
  const rates: Record<Kind, Rate[]> = { echo: [], turns: [], known: [] }
  for (const kind of KINDS) await rateOf(groups[kind], WARM_UP_MS)
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of KINDS) rates[kind].push(await rateOf(groups[kind], roundMs))
  }
  const figure = (kind: Exclude<Kind, 'echo'>, name: string, atLeast: number): Figure => ({
    name,
    ratio: median(rates[kind].map(({ perSecond }, at) => perSecond / (rates.echo[at]?.perSecond ?? 0))),
    budget: { atLeast },
    detail: `${text(rates[kind])} over ${text(rates.echo)}`,
  })
  return [
    figure('turns', `durable turns a second of ${CLIENTS} clients, of bare echoes`, 0.1),
    // Told, not held to anything.
    figure('known', `the same with ${MEMORIES} memories a player`, 0),
  ]
}

function text(rates: readonly Rate[]): string {
  const of = (part: keyof Rate) => median(rates.map((rate) => rate[part]))
  return `${Math.round(of('perSecond'))}/s, ${of('processorMs').toFixed(3)} ms of processor each,`
}

/** Every client sends its next text when the last one was answered whole. */
async function rateOf({ of, sockets, ask }: Group, roundMs: number): Promise<Rate> {
  const [used, begun] = [await of.processorMs(), performance.now()]
  let done = 0
  const talk = async (socket: Socket, at: number) => {
    for (let said = at; performance.now() - begun < roundMs; said += 1) {
      await ask(socket, sampleUtterance(said))
      done += 1
    }
  }
  await Promise.all(sockets.map(talk))
  const elapsed = performance.now() - begun
  return {
    perSecond: (done / elapsed) * 1000,
    processorMs: ((await of.processorMs()) - used) / done,
  }
}

async function growth(
  {
    durable,
    players,
  }: { readonly durable: Process; readonly players: Record<'short' | 'long', readonly PastPlayer[]> },
  { rounds, turns }: { readonly rounds: number; readonly turns: number },
): Promise<Figure> {
  const long = await durable.connect(players.long[0]?.id ?? '', 'session_info')
  const first = await timedTurn(long, sampleUtterance(0))
  const times: Record<'short' | 'long', number[]>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const taken = { short: [] as number[], long: [] as number[] }
    for (const [at, { id }] of players.short.slice(round * turns, (round + 1) * turns).entries()) {
      const short = await durable.connect(id, 'session_info')
      taken.short.push(await timedTurn(short, sampleUtterance(at)))
      taken.long.push(await timedTurn(long, sampleUtterance(at)))
      short.disconnect()
    }
    times.push(taken)
  }
  const of = (kind: 'short' | 'long') => median(times.map((round) => median(round[kind])))
  return {
    name: `time to first text after ${LONG} messages, over after ${SHORT}`,
    ratio: median(times.map(({ short, long }) => median(long) / median(short))),
    budget: { atMost: 1.5 },
    detail: `${of('long').toFixed(2)} ms over ${of('short').toFixed(2)} ms; the first of its session ${first.toFixed(0)} ms`,
  }
}

function echo(socket: Socket, said: string): Promise<void> {
  return new Promise((resolve) => {
    socket.once('text', () => resolve())
    socket.emit('text', { text: said, textOnly: true })
  })
}
