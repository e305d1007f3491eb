import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { concatSamples } from '../../src/audio/resample.js'
import { type Bench, type Figure, quantile, type Size } from './bench.js'
import { measureFirstSounds } from './voice-first-sound.js'
import { chunks, joinAll, type Player, quiet, SAID, spoken, type Talking, talk } from './voice-players.js'

/** The whole crowd, and those of it who stream first. */
const SESSIONS: Record<Size, number> = { full: 200, reduced: 5 }
const STREAMS: Record<Size, number> = { full: 100, reduced: 5 }
const WARM: Record<Size, Talking> = {
  full: { seconds: 12, spreadSeconds: 8 },
  reduced: { seconds: 1, spreadSeconds: 0 },
}
const MEASURED: Record<Size, Talking> = {
  full: { seconds: 32, spreadSeconds: 8 },
  reduced: { seconds: 5, spreadSeconds: 1 },
}
const PROBES: Record<Size, number> = { full: 20, reduced: 1 }
const WARM_PROBES: Record<Size, number> = { full: 1, reduced: 0 }
/** What comes late is not lost: how late it may come, the gaps inside replies tell. */
const PATIENCE_MS = 20_000
const ENDPOINT_MS = 500
const PROBE_CHUNK_MS = 20
const OVER_IT = 'Please tell me about the harbour instead.'
const LINE = 'The lamp burns all night, every night, and it has done so for thirty years and more.'

const SERVER = new URL('voice-server.js', import.meta.url)

type Served = { readonly key: string; readonly voice: string; readonly bare: string }
type Reading = {
  readonly cpuMs: number
  readonly delayP99Ms: number
  readonly heapBytes: number
  /** Of the players' sound. */
  readonly chunks: number
}

/** What a voice session costs beside a bare socket that takes the same sound, and how soon it answers. */
export const bench: Bench = async (size) => [
  ...(await measureFirstSounds(SERVER, size)),
  ...(await measureSessions(size)),
]

async function measureSessions(size: Size): Promise<Figure[]> {
  const server = fork(SERVER)
  const players: Player[] = []
  try {
    const [served] = (await once(server, 'message')) as [Served]
    const auth = { api_key: served.key, character_id: 'c1' }
    const [alone] = await joinAll(`${served.voice}/sdk`, 1, auth)
    if (alone === undefined) throw new Error('nobody could join')
    players.push(alone)
    // Warm first: the server has its voice spoken before anybody calls for it.
    await probe(alone.socket, WARM_PROBES[size])
    const latencies = await probe(alone.socket, PROBES[size])
    const bare = await joinAll(served.bare, SESSIONS[size])
    const carried = await load(server, bare, size)
    for (const { socket } of bare) socket.disconnect()
    players.push(...(await joinAll(`${served.voice}/sdk`, STREAMS[size], auth)))
    const streamed = await load(server, players.slice(1), size)
    const streaming = [...(await losses(server, players.slice(1))), ...costs(streamed, carried)]
    if (STREAMS[size] === SESSIONS[size]) return [...latencies, exactness(players.slice(1)), ...streaming]
    players.push(...(await joinAll(`${served.voice}/sdk`, SESSIONS[size] - STREAMS[size], auth)))
    const full = await load(server, players.slice(1), size)
    const crowded = [...(await losses(server, players.slice(1))), ...costs(full, carried)]
    return [...latencies, exactness(players.slice(1)), ...streaming, ...crowded]
  } finally {
    for (const { socket } of players) socket.disconnect()
    server.kill()
  }
}

async function read(server: ChildProcess, word: 'reading' | 'memory'): Promise<Reading> {
  const answer = once(server, 'message')
  server.send(word)
  const [reading] = (await answer) as [Reading]
  return reading
}

type Load = {
  readonly sessions: number
  readonly msPerSecond: number
  readonly delayP99Ms: number
  readonly growth: number
  /** Inside a reply, in milliseconds. */
  readonly longestGapMs: number
  /** Of this process: what comes late here may have come in time. */
  readonly ownDelayP99Ms: number
}

/** Warm first: what loads or is compiled once is not what a session costs. */
async function load(server: ChildProcess, players: readonly Player[], size: Size): Promise<Load> {
  await talk(players, WARM[size])
  await read(server, 'memory')
  const before = await read(server, 'memory')
  await read(server, 'reading')
  const start = await read(server, 'reading')
  longestGap(players)
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  const seconds = await talk(players, MEASURED[size])
  const end = await read(server, 'reading')
  const after = await read(server, 'memory')
  return {
    sessions: players.length,
    longestGapMs: longestGap(players),
    ownDelayP99Ms: own.percentile(99) / 1e6,
    msPerSecond: (end.cpuMs - start.cpuMs) / seconds / players.length,
    delayP99Ms: end.delayP99Ms,
    growth: after.heapBytes / before.heapBytes,
  }
}

const longestGap = (players: readonly Player[]) =>
  Math.max(...players.map(({ replies }) => replies.takeLongestGap()))

/** What was said last, and what it is answered, may still be on its way. */
async function heardAll(players: readonly Player[]): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    const isAll = players.every(
      ({ finals, said, replies }) =>
        finals.length >= said && replies.begun() >= said && replies.unfinished() === 0,
    )
    if (isAll) return
    await sleep(100)
  }
}

/**
 * Of the players' sound by the server's own count; of the replies' by the numbers that their chunks bear, and of a reply
 * that never came at least one.
 */
async function losses(server: ChildProcess, players: readonly Player[]): Promise<Figure[]> {
  await heardAll(players)
  const sent = total(players, (player) => player.sent)
  const { chunks: heard } = await read(server, 'reading')
  const received = total(players, ({ replies }) => replies.chunks())
  const lost = total(
    players,
    ({ said, replies }) => replies.lost() + replies.unfinished() + Math.max(0, said - replies.begun()),
  )
  const brokenOff = total(players, ({ replies }) => replies.brokenOff())
  const begun = total(players, ({ replies }) => replies.begun())
  return [
    {
      name: `chunks lost on the way to the server, ${players.length} sessions`,
      ratio: sent - heard,
      budget: { atMost: 0 },
      detail: `${heard} of ${sent}`,
    },
    {
      name: `chunks lost on the way back, ${players.length} sessions`,
      ratio: lost,
      budget: { atMost: 0 },
      detail: `${received} came`,
    },
    {
      name: `replies broken off, though players wait for their end, ${players.length} sessions`,
      ratio: brokenOff,
      budget: { atMost: 0 },
      detail: `${brokenOff} of ${begun}`,
    },
  ]
}

const total = (players: readonly Player[], count: (player: Player) => number) =>
  players.reduce((sum, player) => sum + count(player), 0)

/** The share of sentences that were understood word for word, nothing else in between. */
function exactness(players: readonly Player[]): Figure {
  const said = total(players, (player) => player.said)
  const others = players.flatMap(({ finals }) => finals.filter((text) => text !== SAID))
  const exact = total(players, ({ finals }) => finals.length) - others.length
  return {
    name: 'sentences understood word for word',
    ratio: (exact - others.length) / said,
    budget: { atLeast: 1 },
    detail:
      others.length === 0
        ? `${exact} of ${said}`
        : `${exact} of ${said}; ${JSON.stringify(others.slice(0, 3))}`,
  }
}

function costs(full: Load, carried: Load): Figure[] {
  return [
    {
      name: `longest gap inside a reply, of 300 ms, ${full.sessions} sessions`,
      ratio: full.longestGapMs / 300,
      budget: { atMost: 1 },
      detail: `${full.longestGapMs.toFixed(0)} ms; the client's own event-loop delay p99 ${full.ownDelayP99Ms.toFixed(1)} ms`,
    },
    {
      name: `CPU of a voice session, of 2.2 ms a second, ${full.sessions} sessions`,
      ratio: full.msPerSecond / 2.2,
      budget: { atMost: 1 },
      detail: `${full.msPerSecond.toFixed(2)} ms; a bare socket ${carried.msPerSecond.toFixed(2)} ms`,
    },
    {
      name: 'event-loop delay p99, of 30 ms',
      ratio: full.delayP99Ms / 30,
      budget: { atMost: 1 },
      detail: `${full.delayP99Ms.toFixed(1)} ms; bare sockets ${carried.delayP99Ms.toFixed(1)} ms`,
    },
    {
      name: 'live memory behind the load, over before it',
      ratio: full.growth,
      budget: { atMost: 1.25 },
      detail: '',
    },
  ]
}

/** One player alone, who sends every 20 ms. */
async function probe(socket: Socket, times: number): Promise<Figure[]> {
  const [answers, interrupts, lines]: [number[], number[], number[]] = [[], [], []]
  const [said, over] = [await spoken(SAID), await spoken(OVER_IT)]
  for (let time = 0; time < times; time += 1) {
    lines.push(await firstAudioOfLine(socket))
    interrupts.push(await interruptAfter(socket, over))
    await say(socket, chunks(quiet(1500), PROBE_CHUNK_MS))
    await silence(socket)
    answers.push(await firstAudioOfAnswer(socket, said))
    await silence(socket)
  }
  return [
    latency('end of speech to first reply audio, over the endpoint delay', answers, 60),
    latency('barge-in commit to interrupt', interrupts, 40),
    latency('first audio of a line', lines, 60),
  ]
}

/** Breaks off what is said, and lets the echo that may come of it pass. */
async function silence(socket: Socket): Promise<void> {
  socket.emit('client_interrupt', {})
  await say(socket, chunks(quiet(1000), PROBE_CHUNK_MS))
}

function latency(name: string, taken: readonly number[], budgetMs: number): Figure {
  const p95 = quantile(taken, 0.95)
  const detail = `p95 ${p95.toFixed(1)} ms, median ${quantile(taken, 0.5).toFixed(1)} ms`
  return { name: `${name}, of ${budgetMs} ms`, ratio: p95 / budgetMs, budget: { atMost: 1 }, detail }
}

const next = (socket: Socket, name: string) =>
  new Promise<number>((resolve) => socket.once(name, () => resolve(performance.now())))

/** In time; each chunk is sent when it is over. Ends early when told to. */
async function say(socket: Socket, all: readonly string[], isOver = () => false): Promise<void> {
  const started = performance.now()
  for (const [at, audio] of all.entries()) {
    await sleep(Math.max(0, started + at * PROBE_CHUNK_MS - performance.now()))
    if (isOver()) return
    socket.emit('stream_audio', { audio })
  }
}

async function firstAudioOfLine(socket: Socket): Promise<number> {
  const started = performance.now()
  const first = next(socket, 'bot_voice')
  socket.emit('say_line', { text: LINE })
  return (await first) - started
}

/** From the sending of the chunk whose speech was enough, to the interrupt. */
async function interruptAfter(socket: Socket, over: Float32Array): Promise<number> {
  await say(socket, chunks(quiet(2500), PROBE_CHUNK_MS))
  const started = performance.now()
  let sentAt = started
  let isOver = false
  const interrupted = next(socket, 'interrupt').then((at) => {
    isOver = true
    return at - sentAt
  })
  for (const [at, audio] of chunks(over, PROBE_CHUNK_MS).entries()) {
    await sleep(Math.max(0, started + at * PROBE_CHUNK_MS - performance.now()))
    if (isOver) break
    sentAt = performance.now()
    await socket.emitWithAck('stream_audio', { audio })
  }
  if (!isOver) throw new Error('speech over a line did not interrupt it')
  return interrupted
}

/** From the sending of the last voiced chunk, less the endpoint delay. */
async function firstAudioOfAnswer(socket: Socket, said: Float32Array): Promise<number> {
  const first = next(socket, 'bot_voice')
  let isOver = false
  void first.then(() => {
    isOver = true
  })
  await say(socket, chunks(quiet(500), PROBE_CHUNK_MS))
  await say(socket, chunks(said, PROBE_CHUNK_MS))
  const ended = performance.now()
  await say(socket, chunks(concatSamples([quiet(2000)]), PROBE_CHUNK_MS), () => isOver)
  return (await first) - ended - ENDPOINT_MS
}
