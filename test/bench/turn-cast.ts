import type { Size } from './bench.js'
import type { TurnProcess } from './turn-process.js'
import type { PastPlayer } from './turn-server.js'

/** The servers of all figures of this benchmark. */
export type TurnServers = {
  readonly folder: string
  readonly durable: TurnProcess
  /** Like `durable`, with a model that says the same at once whatever it is asked. */
  readonly fixedReply: TurnProcess
  readonly memory: TurnProcess
  readonly echo: TurnProcess
}

/** Players whose past is made before the first turn; each figure takes players that no other has talked as. */
export type Cast = {
  readonly fresh: (count: number) => readonly string[]
  readonly talkative: (count: number) => readonly string[]
  readonly known: (count: number) => readonly string[]
  /** Known by few sentences again and again. */
  readonly repetitive: (count: number) => readonly string[]
}

/** How much of each is done. */
export type Scale = {
  readonly rounds: number
  /** With 200 memories; there are half as many of the other kinds. */
  readonly players: number
  /** Messages of the player who has talked for longest. */
  readonly longPast: number
  /** Of the figure of turns a second. */
  readonly clients: number
  /** Of the figures of processor time. */
  readonly atOnce: number
  readonly echoesEach: number
  /** Of each client before processor time is measured: V8 goes on compiling what a turn runs for thousands of them. */
  readonly warmUpTurns: number
  /** Of each latency, in each round. */
  readonly readings: number
  /** Of the figure of memory. */
  readonly sessions: number
  /** For what a server puts off until a reply is out. */
  readonly settleMs: number
}

export const SCALES: Record<Size, Scale> = {
  full: {
    ...{ rounds: 9, players: 420, longPast: 10_000, clients: 50, atOnce: 12 },
    ...{ echoesEach: 200, warmUpTurns: 300, readings: 40, sessions: 60, settleMs: 150 },
  },
  reduced: {
    ...{ rounds: 1, players: 24, longPast: 1000, clients: 6, atOnce: 3 },
    ...{ echoesEach: 20, warmUpTurns: 3, readings: 5, sessions: 6, settleMs: 20 },
  },
}

export const SHORT_PAST = 10

export function castOf({ players, longPast }: Scale): {
  readonly cast: Cast
  readonly past: readonly PastPlayer[]
} {
  const named = (kind: string, count: number, history: Omit<PastPlayer, 'id'>): PastPlayer[] =>
    Array.from({ length: count }, (_, at) => ({ id: `${kind}-${at}`, ...history }))
  const talkative = named('talkative', players / 2, { messages: SHORT_PAST, memories: 0 })
  const known = named('known', players, { messages: 100, memories: 200 })
  const repetitive = named('repetitive', players / 2, { messages: 100, memories: 200, isRepetitive: true })
  const long = named('long', 1, { messages: longPast, memories: 0 })
  let made = 0
  const take = (from: PastPlayer[]) => (count: number) => from.splice(0, count).map(({ id }) => id)
  const past = [...talkative, ...known, ...repetitive, ...long, { id: 'forty', messages: 40, memories: 0 }]
  return {
    cast: {
      fresh: (count) => Array.from({ length: count }, () => `fresh-${made++}`),
      talkative: take(talkative),
      known: take(known),
      repetitive: take(repetitive),
    },
    past,
  }
}
