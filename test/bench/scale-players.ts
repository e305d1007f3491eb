import { io, type Socket } from 'socket.io-client'
import { sampleUtterance } from '../support/speech/sample-utterances.js'
import { timedTurn } from './turn-process.js'

// Forked by scale.bench.ts, one beside each server: plays so many clients who say something as soon as they have been
// answered, so that their processor time can be told from the server's.

/** What the process is asked; it answers each with an `Answered`. */
export type Asked =
  | {
      readonly ask: 'connect'
      readonly url: string
      readonly key: string
      readonly characterId: string
      readonly players: readonly string[]
    }
  | { readonly ask: 'talk'; readonly turns: number }
  | { readonly ask: 'talk for'; readonly ms: number }
  | { readonly ask: 'disconnect' }

export type Answered = {
  readonly turns: number
  /** Until all have been answered, for the rate. */
  readonly ms: number
  /** Of this process so far, in milliseconds. */
  readonly processorMs: number
}

let sockets: Socket[] = []

process.on('message', async (asked: Asked) => {
  const begun = performance.now()
  const turns = await answer(asked)
  const { user, system } = process.cpuUsage()
  const answered: Answered = { turns, ms: performance.now() - begun, processorMs: (user + system) / 1000 }
  process.send?.(answered)
})
process.once('disconnect', () => process.exit())

/** How many turns there were. */
async function answer(asked: Asked): Promise<number> {
  switch (asked.ask) {
    case 'connect':
      sockets = await Promise.all(asked.players.map((player) => connect(asked, player)))
      return 0
    case 'talk':
      return talk(() => (said) => said < asked.turns)
    case 'talk for':
      return talk((begun) => () => performance.now() - begun < asked.ms)
    case 'disconnect':
      for (const socket of sockets) socket.disconnect()
      return 0
  }
}

async function connect(
  { url, key, characterId }: Extract<Asked, { ask: 'connect' }>,
  player: string,
): Promise<Socket> {
  const auth = { api_key: key, character_id: characterId, player_id: player }
  const socket = io(`${url}/sdk`, { transports: ['websocket'], forceNew: true, auth })
  await new Promise<void>((resolve, reject) => {
    socket.once('session_info', () => resolve())
    socket.once('connect_error', reject)
  })
  return socket
}

async function talk(goesOn: (begun: number) => (said: number) => boolean): Promise<number> {
  const isMore = goesOn(performance.now())
  const said = await Promise.all(
    sockets.map(async (socket, first) => {
      let at = 0
      for (; isMore(at); at += 1) await timedTurn(socket, sampleUtterance(first + at))
      return at
    }),
  )
  return said.reduce((sum, count) => sum + count, 0)
}
