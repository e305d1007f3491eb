import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import { type Figure, median, quantile } from './bench.js'
import { type Cast, castOf, type Scale, SHORT_PAST, type TurnServers } from './turn-cast.js'
import { type TurnProcess, timedEcho, timedTurn } from './turn-process.js'

type Talk = (socket: Socket, text: string) => Promise<unknown>

/** The figures of both kinds of memories are printed: what is remembered of a player decides what a turn costs. */
export const REPETITIVE = '200 memories of few sentences'

/** Fewer than would begin an extraction, and than would leave the prompt. */
const TURNS_EACH = 7
/** What the server puts off until a reply is out is no part of the reading that comes next. */
const PAUSE_MS = 3

/**
 * Of the server's process for one turn of some clients at once, over an echo of the same texts; the lower quartile. With
 * a fixed reply it is what the engine takes, without the rules of the built-in model.
 */
export async function processorTime(
  { durable, fixedReply, echo }: TurnServers,
  cast: Cast,
  scale: Scale,
): Promise<Figure[]> {
  const { rounds, atOnce, echoesEach } = scale
  const echoes = await connectAll(echo, cast.fresh(atOnce))
  // Its players are others, with the same past.
  const castOfFixed = castOf(scale).cast
  const visits: Visit[] = [
    { name: 'a new player', atMost: 20, visit: () => visitCost(durable, cast.fresh(atOnce)) },
    { name: '200 memories', atMost: 35, visit: () => visitCost(durable, cast.known(atOnce)) },
    { name: REPETITIVE, atMost: 35, visit: () => visitCost(durable, cast.repetitive(atOnce)) },
    {
      name: 'a new player, fixed reply',
      atMost: 20,
      visit: () => visitCost(fixedReply, castOfFixed.fresh(atOnce)),
    },
    {
      name: '200 memories, fixed reply',
      atMost: 35,
      visit: () => visitCost(fixedReply, castOfFixed.known(atOnce)),
    },
  ]
  for (const [server, players] of [
    [durable, cast.fresh(atOnce)],
    [durable, cast.known(atOnce)],
    [fixedReply, castOfFixed.fresh(atOnce)],
    [fixedReply, castOfFixed.known(atOnce)],
  ] as const)
    await warmUp(server, players, scale.warmUpTurns)
  const echoTimes: number[] = []
  const taken = visits.map(() => [] as number[])
  const stages: Stages[] = []
  for (let round = -1; round < rounds; round += 1) {
    const ofEcho = await costOf(echo, echoes, { talk: timedEcho, times: echoesEach })
    // The first round warms up.
    if (round >= 0) echoTimes.push(ofEcho)
    for (const [at, { visit }] of visits.entries()) {
      const visited = await visit()
      stages[at] = visited.stages
      if (round >= 0) taken[at]?.push(visited.ms)
    }
  }
  echo.disconnect(echoes)
  const echoMs = quantile(echoTimes, 0.25)
  return visits.map(({ name, atMost }, at) => {
    const ms = quantile(taken[at] ?? [], 0.25)
    return {
      name: `processor time of a turn, ${name}, of a bare echo`,
      ratio: ms / echoMs,
      budget: { atMost },
      detail: `${ms.toFixed(3)} ms over ${echoMs.toFixed(3)} ms, ${atOnce} clients at once; each waited, in ms: ${list(stages[at] ?? {})}`,
    }
  })
}

type Visit = {
  readonly name: string
  readonly atMost: number
  readonly visit: () => Promise<{ readonly ms: number; readonly stages: Stages }>
}

type Stages = Readonly<Record<string, number>>

const list = (stages: Stages): string =>
  Object.entries(stages)
    .map(([stage, ms]) => `${stage.replace(/Ms$/, '')} ${ms.toFixed(2)}`)
    .join(', ')

/** Long conversations, of which nothing is measured. */
async function warmUp(server: TurnProcess, players: readonly string[], times: number): Promise<void> {
  const sockets = await connectAll(server, players)
  await costOf(server, sockets, { talk: timedTurn, times })
  server.disconnect(sockets)
  await idle(server)
}

async function visitCost(
  server: TurnProcess,
  players: readonly string[],
): Promise<{ readonly ms: number; readonly stages: Stages }> {
  const sockets = await connectAll(server, players)
  // The first builds what a session needs once.
  await Promise.all(sockets.map((socket) => timedTurn(socket, sampleUtterance(99))))
  await sleep(PAUSE_MS)
  const ms = await costOf(server, sockets, { talk: timedTurn, times: TURNS_EACH - 1 })
  const stages = await server.stages()
  server.disconnect(sockets)
  await idle(server)
  return { ms, stages }
}

const IDLE_CHECK_MS = 100
/** An idle server takes no more than this in that time. */
const IDLE_PROCESSOR_MS = 3

/** Sessions that end have memories extracted, which is no part of the turns that come next. */
async function idle(server: TurnProcess): Promise<void> {
  let before = Number.NEGATIVE_INFINITY
  let now = await server.processorMs()
  while (now - before > IDLE_PROCESSOR_MS) {
    await sleep(IDLE_CHECK_MS)
    before = now
    now = await server.processorMs()
  }
}

type Talking = { readonly talk: Talk; readonly times: number }

/** Milliseconds of processor time for each text. */
async function costOf(
  server: TurnProcess,
  sockets: readonly Socket[],
  { talk, times }: Talking,
): Promise<number> {
  const before = await server.processorMs()
  await Promise.all(
    sockets.map(async (socket, first) => {
      for (let at = 0; at < times; at += 1) await talk(socket, sampleUtterance(first + at))
    }),
  )
  return ((await server.processorMs()) - before) / (sockets.length * times)
}

/** Whole turns a second of many clients, of echoes of a bare server. */
export async function throughput(
  { durable, echo }: TurnServers,
  cast: Cast,
  { rounds, clients, echoesEach }: Scale,
): Promise<Figure[]> {
  const rates = { echo: [] as number[], turns: [] as number[] }
  const echoes = await connectAll(echo, cast.fresh(clients))
  for (let round = -1; round < rounds; round += 1) {
    const turns = await connectAll(durable, cast.fresh(clients))
    const rate = {
      echo: await rateOf(echoes, { talk: timedEcho, times: echoesEach }),
      turns: await rateOf(turns, { talk: timedTurn, times: TURNS_EACH }),
    }
    durable.disconnect(turns)
    await idle(durable)
    if (round < 0) continue
    rates.echo.push(rate.echo)
    rates.turns.push(rate.turns)
  }
  echo.disconnect(echoes)
  return [
    {
      name: `durable turns a second of ${clients} clients, of bare echoes`,
      ratio: median(rates.turns.map((rate, at) => rate / (rates.echo[at] ?? 0))),
      budget: { atLeast: 0.05 },
      detail: `${Math.round(median(rates.turns))}/s of ${Math.round(median(rates.echo))}/s`,
    },
  ]
}

async function rateOf(sockets: readonly Socket[], { talk, times }: Talking): Promise<number> {
  const begun = performance.now()
  await Promise.all(
    sockets.map(async (socket, first) => {
      for (let at = 0; at < times; at += 1) await talk(socket, sampleUtterance(first + at))
    }),
  )
  return (sockets.length * times * 1000) / (performance.now() - begun)
}

const KINDS = ['echo', 'durableEcho', 'memory', 'durable', 'short', 'long'] as const
type Kind = (typeof KINDS)[number]

/** From a text to the first piece of its reply, one client after another. */
export async function latencies(
  { durable, memory, echo }: TurnServers,
  cast: Cast,
  { rounds, longPast, readings: times }: Scale,
): Promise<Figure[]> {
  const [bare] = await connectAll(echo, cast.fresh(1))
  const [inMemory] = await connectAll(memory, ['one'])
  const [long] = await connectAll(durable, ['long-0'])
  if (bare === undefined || inMemory === undefined || long === undefined) throw new Error('no connection')
  const first = await timedTurn(long, sampleUtterance(0))
  const readings = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>
  for (let round = 0; round < rounds; round += 1) {
    const [onDisk] = await connectAll(durable, cast.fresh(1))
    const [short] = await connectAll(durable, cast.talkative(1))
    if (onDisk === undefined || short === undefined) throw new Error('no connection')
    const probes: Record<Kind, (text: string) => Promise<number>> = {
      echo: (text) => timedEcho(bare, text),
      durableEcho: (text) => timedEcho(bare, text, 'durable_text'),
      memory: (text) => timedTurn(inMemory, text),
      durable: (text) => timedTurn(onDisk, text),
      short: (text) => timedTurn(short, text),
      long: (text) => timedTurn(long, text),
    }
    const taken = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>
    for (let time = 0; time < times; time += 1) {
      for (const kind of KINDS) {
        taken[kind].push(await probes[kind](sampleUtterance(time)))
        await sleep(PAUSE_MS)
      }
    }
    for (const kind of KINDS) readings[kind].push(median(taken[kind]))
    durable.disconnect([onDisk, short])
  }
  const figure = (name: string, [of, over]: readonly [Kind, Kind], atMost: number): Figure => ({
    name,
    ratio: median(readings[of].map((reading, at) => reading / (readings[over][at] ?? 0))),
    budget: { atMost },
    detail: `${median(readings[of]).toFixed(3)} ms over ${median(readings[over]).toFixed(3)} ms`,
  })
  const past = figure(
    `first text after ${longPast} messages, over after ${SHORT_PAST}`,
    ['long', 'short'],
    1.3,
  )
  return [
    figure('first text, durable, over an echo that is synced to disk', ['durable', 'durableEcho'], 1.5),
    figure('first text, durable, over a bare echo', ['durable', 'echo'], 3),
    figure('first text, records in memory, over a bare echo', ['memory', 'echo'], 3),
    { ...past, detail: `${past.detail}; the first of its session ${first.toFixed(0)} ms` },
  ]
}

const connectAll = (server: TurnProcess, players: readonly string[]): Promise<Socket[]> =>
  Promise.all(players.map((player) => server.connect(player)))
