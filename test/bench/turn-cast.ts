import type { TurnProcess } from './turn-process.js'
import type { PastPlayer } from './turn-server.js'

/** The servers of all figures of this benchmark. */
export type TurnServers = {
  readonly folder: string
  readonly durable: TurnProcess
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

export const CLIENTS = 50
export const [SHORT_PAST, LONG_PAST] = [10, 10_000]

export function castOf(players: number): { readonly cast: Cast; readonly past: readonly PastPlayer[] } {
  const named = (kind: string, count: number, history: Omit<PastPlayer, 'id'>): PastPlayer[] =>
    Array.from({ length: count }, (_, at) => ({ id: `${kind}-${at}`, ...history }))
  const talkative = named('talkative', players / 2, { messages: SHORT_PAST, memories: 0 })
  const known = named('known', players, { messages: 100, memories: 200 })
  const repetitive = named('repetitive', players / 2, { messages: 100, memories: 200, isRepetitive: true })
  const long = named('long', 1, { messages: LONG_PAST, memories: 0 })
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
