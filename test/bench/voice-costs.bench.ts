import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Bench, Figure, Size } from './bench.js'
import { joinAll, type Talking, talk } from './voice-players.js'

/** What is heard of replies (voice-server.ts), and the processor time that a second of a session may take with it. */
const KINDS = [
  { kind: 'repeated', name: 'voice with the data layer, the same replies', atMostMs: 3.3 },
  { kind: 'varied', name: 'voice with the data layer, new replies', atMostMs: 5 },
  { kind: 'people', name: 'voice for people, new replies', atMostMs: 20 },
  { kind: 'silent', name: 'no voice', atMostMs: 3.3 },
] as const

const SESSIONS: Record<Size, number> = { full: 40, reduced: 2 }
const WARM: Record<Size, Talking> = {
  full: { seconds: 12, spreadSeconds: 8 },
  reduced: { seconds: 1, spreadSeconds: 0 },
}
const MEASURED: Record<Size, Talking> = {
  full: { seconds: 30, spreadSeconds: 8 },
  reduced: { seconds: 5, spreadSeconds: 1 },
}

type Served = { readonly key: string; readonly voice: string }
type Reading = { readonly cpuMs: number }

/** Processor time of the server alone, all threads, for a second of a session whose player speaks every eight seconds. */
export const bench: Bench = async (size) => {
  // Most of it is real time, and only what is measured in full must not share the processors.
  if (size === 'reduced') return Promise.all(KINDS.map((kind) => figureOf(kind, size)))
  const figures: Figure[] = []
  for (const kind of KINDS) figures.push(await figureOf(kind, size))
  return figures
}

async function figureOf({ kind, name, atMostMs }: (typeof KINDS)[number], size: Size): Promise<Figure> {
  const { ms, said } = await costOf(kind, size)
  return {
    name: `CPU of a second of a session, ${name}, of ${atMostMs} ms`,
    ratio: ms / atMostMs,
    budget: { atMost: 1 },
    detail: `${ms.toFixed(2)} ms: ${Math.floor(1000 / ms)} sessions a core; ${said} turns`,
  }
}

async function costOf(kind: string, size: Size): Promise<{ ms: number; said: number }> {
  const server = fork(new URL('voice-server.js', import.meta.url), [kind])
  const read = async () => {
    const answer = once(server, 'message')
    server.send('reading')
    const [{ cpuMs }] = (await answer) as [Reading]
    return cpuMs
  }
  try {
    const [served] = (await once(server, 'message')) as [Served]
    const auth = { api_key: served.key, character_id: 'c1' }
    const players = await joinAll(`${served.voice}/sdk`, SESSIONS[size], auth)
    const isSilent = kind === 'silent'
    await talk(players, { ...WARM[size], isSilent })
    const before = players.reduce((sum, player) => sum + player.said, 0)
    const start = await read()
    const seconds = await talk(players, { ...MEASURED[size], isSilent })
    const ms = ((await read()) - start) / seconds / players.length
    for (const { socket } of players) socket.disconnect()
    return { ms, said: players.reduce((sum, player) => sum + player.said, 0) - before }
  } finally {
    server.kill()
  }
}
