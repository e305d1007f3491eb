import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import type { Figure } from './bench.js'
import type { Calls } from './count-calls.js'
import type { Cast, Scale, TurnServers } from './turn-cast.js'
import { type TurnProcess, timedTurn } from './turn-process.js'
import { REPETITIVE } from './turn-rates.js'

/** Turns after which the figures of one turn are taken: code and caches are warm, and no extraction is due. */
const WARM_TURNS = 3
/** Together with those before it no extraction is due, which comes with every eighth turn. */
const TURNS = 3
/** The model that the benchmark talks to: its rules run in a turn, and are no part of the engine. */
const MODEL = 'src/adapters/model/stub/'
const KIB = 1024

/** What can be counted: calls of ports, functions, bytes on the disk and in memory. */
export async function turnCosts(servers: TurnServers, cast: Cast, scale: Scale): Promise<Figure[]> {
  const { durable, folder } = servers
  const settledTurn = settledAfter(scale.settleMs)
  const figures: Figure[] = []
  const pairs = [
    { name: 'a new player', player: cast.fresh(1)[0], calls: 4 },
    { name: '40 messages', player: 'forty', calls: 4 },
    { name: '200 memories', player: cast.known(1)[0], calls: 5 },
    { name: REPETITIVE, player: cast.repetitive(1)[0], calls: 5 },
  ] as const
  for (const { name, player = '', calls } of pairs) {
    const socket = await durable.connect(player)
    for (let at = 0; at < WARM_TURNS; at += 1) await settledTurn(socket, at)
    figures.push(await callsOf(durable, () => settledTurn(socket, WARM_TURNS), { name, atMost: calls }))
    if (name !== '40 messages')
      figures.push(
        await growthOf(folder, (at) => settledTurn(socket, at), {
          ...{ name, atMost: name === 'a new player' ? 2.5 : 4 },
        }),
      )
    durable.disconnect([socket])
  }
  figures.push(...(await functionsOf(durable, cast, settledTurn)))
  figures.push(await sessionMemory(durable, cast, scale))
  return figures
}

type About = { readonly name: string; readonly atMost: number }

type SettledTurn = (socket: Socket, at: number) => Promise<void>

/** What a server puts off until a reply is out belongs to its turn. */
const settledAfter =
  (settleMs: number): SettledTurn =>
  async (socket, at) => {
    await timedTurn(socket, sampleUtterance(at))
    await sleep(settleMs)
  }

async function callsOf(
  server: TurnProcess,
  turn: () => Promise<void>,
  { name, atMost }: About,
): Promise<Figure> {
  await server.startCounting()
  await turn()
  const calls = await server.calls()
  return {
    name: `calls of store ports a turn, ${name}`,
    ratio: Object.values(calls).reduce((sum, count) => sum + count, 0),
    budget: { atMost },
    detail: list(calls),
  }
}

const list = (calls: Calls): string =>
  Object.entries(calls)
    .map(([name, count]) => (count === 1 ? name : `${count} ${name}`))
    .join(', ')

async function growthOf(
  folder: string,
  turn: (at: number) => Promise<void>,
  { name, atMost }: About,
): Promise<Figure> {
  const before = await bytesIn(folder)
  for (let at = 0; at < TURNS; at += 1) await turn(at)
  const grown = (await bytesIn(folder)) - before
  return {
    name: `growth of the data folder a turn, ${name}, in kB`,
    ratio: grown / TURNS / 1000,
    budget: { atMost },
    detail: `${grown} bytes in ${TURNS} turns`,
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function functionsOf(server: TurnProcess, cast: Cast, settledTurn: SettledTurn): Promise<Figure[]> {
  const socket = await server.connect(cast.fresh(1)[0] ?? '')
  for (let at = 0; at < WARM_TURNS; at += 1) await settledTurn(socket, at)
  await server.startProfiling()
  await timedTurn(socket, sampleUtterance(WARM_TURNS))
  const { functions, files, perFile } = await server.functions()
  server.disconnect([socket])
  const inModel = files.map((file) => file.startsWith(MODEL))
  const functionsInModel = perFile.reduce((sum, count, at) => sum + (inModel[at] === true ? count : 0), 0)
  return [
    {
      name: 'functions of src that one text turn runs',
      ratio: functions,
      budget: { atMost: 196 },
      detail: `${functionsInModel} of them in the built-in model`,
    },
    {
      name: 'files of src that one text turn runs',
      ratio: files.length,
      budget: { atMost: 48 },
      detail: `${inModel.filter(Boolean).length} of them of the built-in model`,
    },
  ]
}

/** What open sessions hold, over what the records of their players take anyway. */
async function sessionMemory(
  server: TurnProcess,
  cast: Cast,
  { sessions, settleMs }: Scale,
): Promise<Figure> {
  const players = cast.known(sessions)
  const before = await server.heapBytes()
  const sockets = await Promise.all(players.map((player) => server.connect(player)))
  for (const socket of sockets) await timedTurn(socket, sampleUtterance(1))
  await sleep(settleMs)
  const held = (await server.heapBytes()) - before
  server.disconnect(sockets)
  await sleep(settleMs)
  const left = (await server.heapBytes()) - before
  return {
    name: 'memory of a session with 200 memories and 100 turns, in kB',
    ratio: held / sessions / KIB,
    budget: { atMost: 300 },
    detail: `${(left / sessions / KIB).toFixed(0)} kB after it was closed`,
  }
}
