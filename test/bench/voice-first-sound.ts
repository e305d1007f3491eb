import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { type Figure, quantile, type Size } from './bench.js'
import { joinAll } from './voice-players.js'

/** What was being synthesised when it was interrupted is finished by then, and is not measured with the next. */
const REST_MS = 300
const TIMES: Record<Size, number> = { full: 20, reduced: 1 }
/** Without a mark: its first part ends at a conjunction. Never the same twice, or it would come from the cache. */
const line = (count: number) =>
  `Lamp number ${count} in the old tower burns all night and it has done so for thirty years and more.`

type Served = { readonly key: string; readonly voice: string }
type Response = { readonly chunk_index: number }

/** How soon the voice of people is heard, by one client alone: of a line, and of a reply behind its first clause. */
export async function measureFirstSounds(serverFile: URL, size: Size): Promise<Figure[]> {
  const server = fork(serverFile, ['people'])
  try {
    const [served] = (await once(server, 'message')) as [Served]
    const [player] = await joinAll(`${served.voice}/sdk`, 1, { api_key: served.key, character_id: 'c1' })
    if (player === undefined) throw new Error('nobody could join')
    const { socket } = player
    const [lines, replies]: [number[], number[]] = [[], []]
    // The first of each is not counted: only then the program is compiled for speed.
    for (let count = 0; count <= TIMES[size]; count += 1) {
      lines.push(await firstSoundOfLine(socket, count))
      replies.push(await firstSoundOfReply(socket))
    }
    socket.disconnect()
    return [
      figure('first sound of a line, voice for people', lines.slice(1), 60),
      figure('first sound behind the first clause of a reply, voice for people', replies.slice(1), 120),
    ]
  } finally {
    server.kill()
  }
}

function figure(name: string, taken: readonly number[], budgetMs: number): Figure {
  const p95 = quantile(taken, 0.95)
  const detail = `p95 ${p95.toFixed(1)} ms, median ${quantile(taken, 0.5).toFixed(1)} ms`
  return { name: `${name}, of ${budgetMs} ms`, ratio: p95 / budgetMs, budget: { atMost: 1 }, detail }
}

async function firstSoundOfLine(socket: Socket, count: number): Promise<number> {
  const started = performance.now()
  const sound = next(socket, 'bot_voice')
  socket.emit('say_line', { text: line(count) })
  const taken = (await sound) - started
  await stop(socket)
  return taken
}

/** From the text that shows that the first clause is complete: the model has all of it at once. */
async function firstSoundOfReply(socket: Socket): Promise<number> {
  const complete = next<Response>(socket, 'bot_response', ({ chunk_index }) => chunk_index === 0)
  const sound = next(socket, 'bot_voice')
  socket.emit('text', { text: 'Is it open?' })
  const taken = (await sound) - (await complete)
  await stop(socket)
  return taken
}

/** Resolves with the time of the next such event. */
function next<T>(socket: Socket, name: string, fits: (payload: T) => boolean = () => true): Promise<number> {
  return new Promise((resolve) => {
    const look = (payload: T) => {
      if (!fits(payload)) return
      socket.off(name, look)
      resolve(performance.now())
    }
    socket.on(name, look)
  })
}

async function stop(socket: Socket): Promise<void> {
  const interrupted = next(socket, 'interrupt')
  socket.emit('client_interrupt', {})
  await interrupted
  await sleep(REST_MS)
}
