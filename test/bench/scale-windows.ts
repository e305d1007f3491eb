import { withClient } from '../support/stores/postgres-cluster.js'
import { median } from './bench.js'
import {
  processorMs,
  processorMsOfFamily,
  processorMsOfMainThread,
  type ScaleServer,
} from './scale-processes.js'
import type { ScaleSize } from './scale-sizes.js'

/** What a stretch of talking took; times for each turn, in milliseconds of processor time. */
export type Talked = {
  readonly turnsPerSecond: number
  /** Of the servers whose clients talked, together. */
  readonly server: number
  /** Of these, in their main threads, which do one thing after the other. */
  readonly main: number
  /** Of each of the others. */
  readonly idle: number
  readonly postgres: number
  readonly player: number
  readonly transactions: number
  readonly wal: number
}

export type Place = {
  readonly servers: readonly ScaleServer[]
  /** Servers of the same database that only follow. */
  readonly idle?: readonly ScaleServer[]
  /** Absent: records are in files. */
  readonly postgres?: { readonly pid: number; readonly address: string }
}

let called = 0
const newPlayers = (count: number): string[] => Array.from({ length: count }, () => `player-${called++}`)

/** Connects so many new players to a server. */
export const connect = ({ ready, characterId, play }: ScaleServer, clients: number) =>
  play({
    ask: 'connect',
    ...{ url: ready.baseUrl, key: ready.apiKey, characterId, players: newPlayers(clients) },
  })

const everywhere = <T>({ servers }: Place, work: (server: ScaleServer) => Promise<T>) =>
  Promise.all(servers.map(work))

/**
 * New clients in each place, spread evenly over its servers, who talk in stretches: one in each place after the other, again
 * and again, so that a machine that changes its speed changes all of them. The medians. V8 compiles what a turn runs before.
 */
export async function talkByTurns<Name extends string>(
  places: Readonly<Record<Name, Place>>,
  { clients, warmUpTurns, windows, windowMs }: ScaleSize,
): Promise<Record<Name, Talked>> {
  const all = Object.entries<Place>(places).map(([name, place]) => ({ name, place, talked: [] as Talked[] }))
  for (const { place } of all) {
    const each = Math.max(Math.round(clients / place.servers.length), 1)
    await everywhere(place, (server) => connect(server, each))
    await everywhere(place, (server) => server.play({ ask: 'talk', turns: Math.ceil(warmUpTurns / each) }))
  }
  for (let window = 0; window < windows; window += 1)
    for (const { place, talked } of all)
      talked.push(
        await measured(place, () =>
          everywhere(place, (server) => server.play({ ask: 'talk for', ms: windowMs })),
        ),
      )
  for (const { place } of all) await everywhere(place, (server) => server.play({ ask: 'disconnect' }))
  const found = all.map(({ name, talked }) => [name, medians(talked)])
  return Object.fromEntries(found) as Record<Name, Talked>
}

/** One client of the first server, so that no two turns share a transaction. */
export async function talkAlone(
  { servers, ...more }: Place,
  { soloTurns, windows }: ScaleSize,
): Promise<Talked> {
  const [server] = servers
  if (server === undefined) throw new Error('there is no server')
  const place = { ...more, servers: [server] }
  await connect(server, 1)
  await server.play({ ask: 'talk', turns: Math.ceil(soloTurns / 4) })
  const all: Talked[] = []
  for (let window = 0; window < windows; window += 1)
    all.push(await measured(place, async () => [await server.play({ ask: 'talk', turns: soloTurns })]))
  await server.play({ ask: 'disconnect' })
  return medians(all)
}

const medians = (all: readonly Talked[]): Talked => {
  const middle = (key: keyof Talked) => median(all.map((one) => one[key]))
  return {
    turnsPerSecond: middle('turnsPerSecond'),
    server: middle('server'),
    main: middle('main'),
    idle: middle('idle'),
    postgres: middle('postgres'),
    player: middle('player'),
    transactions: middle('transactions'),
    wal: middle('wal'),
  }
}

type Answers = Awaited<ReturnType<ScaleServer['play']>>

async function measured(place: Place, talk: () => Promise<readonly Answers[]>): Promise<Talked> {
  const playersBefore = await everywhere(place, (server) => server.play({ ask: 'talk', turns: 0 }))
  const before = await readCounters(place)
  const begun = performance.now()
  const answers = await talk()
  const ms = performance.now() - begun
  const after = await readCounters(place)
  const turns = answers.reduce((sum, answer) => sum + answer.turns, 0)
  const players = (all: readonly Answers[]) => all.reduce((sum, answer) => sum + answer.processorMs, 0)
  const each = (key: keyof Counters) => (after[key] - before[key]) / turns
  return {
    turnsPerSecond: (turns * 1000) / ms,
    server: each('server'),
    main: each('main'),
    idle: each('idle') / Math.max(place.idle?.length ?? 0, 1),
    postgres: each('postgres'),
    player: (players(answers) - players(playersBefore)) / turns,
    transactions: each('transactions'),
    wal: each('wal'),
  }
}

type Counters = Omit<Talked, 'turnsPerSecond' | 'player'>

async function readCounters({ servers, idle = [], postgres }: Place): Promise<Counters> {
  const sumOf = async (all: readonly ScaleServer[], read: (pid: number) => Promise<number>) =>
    (await Promise.all(all.map(({ pid }) => read(pid)))).reduce((sum, ms) => sum + ms, 0)
  return {
    server: await sumOf(servers, processorMs),
    main: await sumOf(servers, processorMsOfMainThread),
    idle: await sumOf(idle, processorMs),
    ...(postgres === undefined
      ? { postgres: 0, transactions: 0, wal: 0 }
      : { postgres: await processorMsOfFamily(postgres.pid), ...(await readDatabase(postgres.address)) }),
  }
}

const readDatabase = (address: string) =>
  withClient(address, async (client) => {
    const { rows } = await client.query<{ seq: string; wal: string }>(
      "select seq, pg_current_wal_insert_lsn() - '0/0' as wal from parley.store",
    )
    return { transactions: Number(rows[0]?.seq), wal: Number(rows[0]?.wal) }
  })
